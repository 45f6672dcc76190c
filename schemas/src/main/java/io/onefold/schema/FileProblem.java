package io.onefold.schema;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Why a file cannot be used, in words for people. */
public final class FileProblem {
  private FileProblem() {}

  /**
   * A clause that names the file.
   *
   * @param failure of reading or writing it
   */
  public static String of(Path file, IOException failure) {
    if (Files.isDirectory(file)) {
      return file + " is a folder";
    }
    if (failure instanceof NoSuchFileException) {
      return isLacking(file.toAbsolutePath().getParent())
          ? "there is no folder for " + file
          : "there is no file " + file;
    }
    if (failure instanceof FileAlreadyExistsException) {
      return file + " exists already";
    }
    if (failure instanceof AccessDeniedException) {
      return "there is no right to use " + file;
    }
    if (failure instanceof CharacterCodingException) {
      return file + " is no text in UTF-8";
    }
    return file + " cannot be used: " + failure;
  }

  private static boolean isLacking(@Nullable Path folder) {
    return folder != null && !Files.exists(folder);
  }
}
