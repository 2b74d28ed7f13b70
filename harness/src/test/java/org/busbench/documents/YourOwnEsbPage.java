package org.busbench.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.busbench.harness.ProjectFiles;

/** {@code docs/your-own-esb.md} as its reader takes it: recipes of files to write and commands to type, in their order. */
final class YourOwnEsbPage {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\\n(.*?)^```$");
    private static final Pattern FILE = Pattern.compile("`([\\w./-]+/[\\w.-]+|[\\w-]+\\.yaml)`");

    private YourOwnEsbPage() {}

    /**
     * A block of a recipe.
     *
     * @param language {@code sh} for commands
     * @param file where the reader writes it: the last file that the text before it names; null for commands
     */
    record Block(String language, Path file, String text) {
        boolean isCommands() {
            return language.equals("sh");
        }

        /** Writes it below the reader's folder. */
        void write(Path folder) {
            try {
                Path target = folder.resolve(file);
                Files.createDirectories(target.getParent());
                Files.writeString(target, text);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** The blocks of the recipe of a letter. */
    static List<Block> recipe(char letter) throws IOException {
        String page = Files.readString(ProjectFiles.ROOT.resolve("docs/your-own-esb.md"));
        int from = page.indexOf("\n## (" + letter + ")");
        int to = page.indexOf("\n## (" + (char) (letter + 1) + ")");
        assertThat(from).isPositive();
        assertThat(to).isGreaterThan(from);
        String recipe = page.substring(from, to);
        List<Block> blocks = new ArrayList<>();
        int read = 0;
        for (Matcher block = BLOCK.matcher(recipe); block.find(); read = block.end()) {
            String language = block.group(1);
            Path file = language.equals("sh") ? null : Path.of(lastFile(recipe.substring(read, block.start())));
            blocks.add(new Block(language, file, block.group(2)));
        }
        return blocks;
    }

    private static String lastFile(String text) {
        String last = null;
        for (Matcher name = FILE.matcher(text); name.find(); ) {
            last = name.group(1);
        }
        assertThat(last).as("the text before a block names its file: %s", text).isNotNull();
        return last;
    }
}
