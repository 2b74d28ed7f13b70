package org.busbench.mediation.engine;

import java.lang.reflect.Field;

/**
 * A field of Synapse that it gives no other access to. Versions are pinned, so a missing one shows at the first start after an upgrade.
 *
 * @param owner the class that declares the field
 * @param name the field
 */
record PrivateField(Class<?> owner, String name) {

    Object get(Object target) {
        try {
            return open().get(target);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(this + " cannot be read", e);
        }
    }

    void set(Object target, Object value) {
        try {
            open().set(target, value);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(this + " cannot be replaced", e);
        }
    }

    private Field open() {
        try {
            Field field = owner.getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException(
                    this + " is gone: this release of Synapse is another one than the cure was made for", e);
        }
    }
}
