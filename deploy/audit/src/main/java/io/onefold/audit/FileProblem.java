package io.onefold.audit;

import java.io.IOException;
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
    return switch (failure) {
      case NoSuchFileException e when isLacking(file.toAbsolutePath().getParent()) ->
          "there is no folder for " + file;
      case NoSuchFileException e -> "there is no file " + file;
      case FileAlreadyExistsException e -> file + " exists already";
      case AccessDeniedException e -> "there is no right to use " + file;
      default -> file + " cannot be used: " + failure;
    };
  }

  private static boolean isLacking(@Nullable Path folder) {
    return folder != null && !Files.exists(folder);
  }
}
