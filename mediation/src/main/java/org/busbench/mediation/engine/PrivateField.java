package org.busbench.mediation.engine;

import java.lang.reflect.Field;

/**
 * A field of Synapse that it gives no other access to. Versions are pinned, so a missing one shows at the first start after an upgrade.
 *
 * <p>Immutable, for any thread.
 */
final class PrivateField {

    private final Field field;

    /**
     * @param owner the class that declares the field
     * @param name the field
     */
    PrivateField(Class<?> owner, String name) {
        try {
            field = owner.getDeclaredField(name);
            field.setAccessible(true);
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException(
                    owner.getName() + "." + name
                            + " is gone: this release of Synapse is another one than the cure was made for",
                    e);
        }
    }

    Object get(Object target) {
        try {
            return field.get(target);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(field + " cannot be read", e);
        }
    }

    boolean isTrue(Object target) {
        try {
            return field.getBoolean(target);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(field + " cannot be read", e);
        }
    }

    void set(Object target, Object value) {
        try {
            field.set(target, value);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(field + " cannot be replaced", e);
        }
    }
}
