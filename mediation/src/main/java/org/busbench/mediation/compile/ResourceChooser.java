package org.busbench.mediation.compile;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.apache.synapse.rest.Resource;
import org.apache.synapse.rest.dispatch.URITemplateHelper;
import org.apache.synapse.rest.dispatch.URLMappingHelper;
import org.busbench.mediation.fastlane.RestApi;

/**
 * Chooses the resource of an API for a request, in the order of Synapse's dispatchers: an exact path, the longest prefix, an extension, a template, then the resource
 * without any. Where two resources fit equally Synapse's choice is chance.
 *
 * <p>For any thread.
 */
record ResourceChooser(List<Resource> resources) {

    ResourceChooser {
        resources = List.copyOf(resources);
    }

    /**
     * Chooses.
     *
     * @param path behind the API's context, with the query
     * @return null when none fits, or several do, or the method is {@code OPTIONS}, to which Synapse itself may answer, or a slash of the query may count as part of
     *     the API's version
     */
    Resource choose(String method, String path) {
        if (method.equals("OPTIONS") || (path.startsWith("?") && path.indexOf('/') > 0)) {
            return null;
        }
        List<Resource> able = resources.stream()
                .filter(one -> one.getMethods().length == 0
                        || Arrays.asList(one.getMethods()).contains(method))
                .toList();
        int longest = able.stream().mapToInt(prefix(path)).max().orElse(0);
        List<Predicate<Resource>> order = List.of(
                one -> one.getDispatcherHelper() instanceof URLMappingHelper mapping && mapping.isExactMatch(path),
                one -> longest > 0 && prefix(path).applyAsInt(one) == longest,
                one -> one.getDispatcherHelper() instanceof URLMappingHelper mapping && mapping.isExtensionMatch(path),
                one -> one.getDispatcherHelper() instanceof URITemplateHelper template
                        && template.getUriTemplate().matches(path, new HashMap<>()),
                one -> one.getDispatcherHelper() == null);
        for (Predicate<Resource> fits : order) {
            List<Resource> fitting = able.stream().filter(fits).toList();
            if (!fitting.isEmpty()) {
                return fitting.size() == 1 ? fitting.get(0) : null;
            }
        }
        return null;
    }

    /** The requests of one of the resources. */
    RestApi.Requests of(Resource resource) {
        return new RestApi.Requests() {
            @Override
            public boolean include(String method, String path) {
                return choose(method, path) == resource;
            }

            @Override
            public Map<String, String> variables(String path) {
                Map<String, String> all = new HashMap<>();
                if (resource.getDispatcherHelper() instanceof URITemplateHelper template) {
                    template.getUriTemplate().matches(path, all);
                }
                return all;
            }
        };
    }

    private static ToIntFunction<Resource> prefix(String path) {
        return one -> one.getDispatcherHelper() instanceof URLMappingHelper mapping
                ? mapping.getPrefixMatchingLength(path)
                : 0;
    }

    /** The methods and paths of a resource, for {@code --explain}. */
    static String words(Resource resource) {
        String methods = resource.getMethods().length == 0 ? "*" : String.join(",", resource.getMethods());
        String paths = resource.getDispatcherHelper() == null
                ? "(other paths)"
                : resource.getDispatcherHelper().getString();
        return methods + " " + paths;
    }
}
