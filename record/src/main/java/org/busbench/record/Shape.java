package org.busbench.record;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The keys of a JSON object as a record of the model has them. The components of an unwrapped part stand among those of the
 * record itself.
 *
 * @param keys by name, in the order in which they are written
 */
record Shape(Map<String, Type> keys) {

    private static final ClassValue<Shape> SHAPES = new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
            return read(type);
        }
    };

    /** The shape of a record; null for any other type, since its values have no known keys of their own. */
    static Shape of(Class<?> type) {
        return type.isRecord() ? SHAPES.get(type) : null;
    }

    private static Shape read(Class<?> type) {
        Map<String, Type> keys = new LinkedHashMap<>();
        for (RecordComponent component : type.getRecordComponents()) {
            if (component.getAccessor().isAnnotationPresent(JsonUnwrapped.class)) {
                keys.putAll(of(component.getType()).keys());
            } else {
                JsonProperty named = component.getAccessor().getAnnotation(JsonProperty.class);
                keys.put(named == null ? component.getName() : named.value(), component.getGenericType());
            }
        }
        return new Shape(keys);
    }

    /** The type in a list or a map; any other type itself. */
    static Class<?> elementOf(Type type) {
        if (type instanceof ParameterizedType many) {
            Type[] arguments = many.getActualTypeArguments();
            return (Class<?>) arguments[arguments.length - 1];
        }
        return (Class<?>) type;
    }

    static boolean isMap(Type type) {
        return type instanceof ParameterizedType many && many.getRawType() == Map.class;
    }
}
