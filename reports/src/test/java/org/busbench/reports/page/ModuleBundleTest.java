package org.busbench.reports.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ModuleBundleTest {

    @Test
    void importsComeBeforeTheirUsersEachInAScopeOfItsOwn() {
        String script = ModuleBundle.of(
                "main.js",
                Map.of(
                        "main.js", "import { two } from './two.js';\nconst x = two();",
                        "two.js", "const x = 1;\nexport function two() { return x + 1; }")::get);

        assertThat(script).isEqualTo("""
                        'use strict';
                        const module_two = (() => {
                        const x = 1;
                        function two() { return x + 1; }
                        return { two };
                        })();
                        const module_main = (() => {
                        const { two } = module_two;
                        const x = two();
                        return {  };
                        })();
                        """);
    }

    @Test
    void aFormThatIsNotUnderstoodIsRefused() {
        assertThatThrownBy(() -> ModuleBundle.of("main.js", Map.of("main.js", "export default 1;")::get))
                .hasMessageContaining("main.js: a form that is not bundled: export default 1;");
        assertThatThrownBy(() -> ModuleBundle.of("main.js", Map.of("main.js", "import * as a from './a.js';")::get))
                .hasMessageContaining("not bundled");
    }

    @Test
    void modulesThatImportEachOtherAreRefused() {
        assertThatThrownBy(() -> ModuleBundle.of(
                        "a.js",
                        Map.of(
                                "a.js", "import { b } from './b.js';",
                                "b.js", "import { a } from './a.js';")::get))
                .hasMessageContaining("modules import each other");
    }
}
