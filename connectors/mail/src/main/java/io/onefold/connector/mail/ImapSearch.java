package io.onefold.connector.mail;

import io.onefold.destination.MailContract.Imap;
import io.onefold.destination.MailContract.Security;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.FetchProfile;
import jakarta.mail.Flags;
import jakarta.mail.Folder;
import jakarta.mail.FolderNotFoundException;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Store;
import jakarta.mail.internet.MimeUtility;
import jakarta.mail.search.HeaderTerm;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.eclipse.angus.mail.imap.IMAPFolder;

/**
 * Looks through the folders of one mailbox for one Message-ID, without changing anything. Used
 * once, by one thread.
 */
final class ImapSearch {
  /** A mail with exactly that Message-ID. {@code bytes} is not copied. */
  @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
  record Hit(String folder, boolean deleted, List<String> received, byte[] bytes) {
    Hit {
      received = List.copyOf(received);
    }
  }

  /** The mailbox could not tell; the message is the end of a sentence. */
  static final class CannotTellException extends Exception {
    private static final long serialVersionUID = 1L;

    /** True: it answered, but not for all that was asked. */
    final boolean partly;

    CannotTellException(boolean partly, String message) {
      super(message);
      this.partly = partly;
    }
  }

  /** More mails that hold the Message-ID somewhere are no accident that a comparison sorts out. */
  private static final int MOST_CANDIDATES = 100;

  /** What is asked about all candidates at once, before any of them is read as a whole. */
  private static final FetchProfile ABOUT = new FetchProfile();

  static {
    ABOUT.add(FetchProfile.Item.FLAGS);
    ABOUT.add(FetchProfile.Item.SIZE);
    ABOUT.add("Message-ID");
    ABOUT.add("Received");
  }

  private final Imap imap;
  private final Credentials credentials;
  private final SSLContext tls;
  private final MailSettings settings;
  private final long end;

  ImapSearch(Imap imap, Credentials credentials, SSLContext tls, MailSettings settings) {
    this.imap = imap;
    this.credentials = credentials;
    this.tls = tls;
    this.settings = settings;
    this.end = System.nanoTime() + settings.readbackTimeout().toNanos();
  }

  /**
   * All mails with that Message-ID in all folders.
   *
   * @throws CannotTellException if any folder could not be searched to its end
   */
  List<Hit> find(String messageId) throws CannotTellException {
    List<Hit> hits = new ArrayList<>();
    try (Store store = Session.getInstance(properties()).getStore("imap")) {
      store.connect(imap.host(), imap.port(), credentials.user(), credentials.password());
      for (String name : imap.folders()) {
        hits.addAll(find(store, name, messageId));
      }
      return hits;
    } catch (FolderNotFoundException e) {
      throw new CannotTellException(
          true, "the mailbox has no folder %s".formatted(e.getFolder().getFullName()));
    } catch (AuthenticationFailedException e) {
      throw new CannotTellException(false, "the mailbox does not take the credentials");
    } catch (MessagingException | IOException e) {
      throw new CannotTellException(
          false,
          "the mailbox cannot be searched: "
              + credentials.mask(Optional.ofNullable(e.getMessage()).orElse(e.toString())));
    }
  }

  private Properties properties() {
    Properties properties = new Properties();
    properties.put("mail.imap.ssl.enable", text(imap.security() == Security.IMPLICIT));
    properties.put("mail.imap.starttls.enable", text(imap.security() == Security.STARTTLS));
    properties.put("mail.imap.starttls.required", text(imap.security() == Security.STARTTLS));
    properties.put("mail.imap.ssl.checkserveridentity", text(true));
    properties.put("mail.imap.ssl.socketFactory", tls.getSocketFactory());
    properties.put("mail.imap.connectiontimeout", millis(settings.connectTimeout().toMillis()));
    properties.put("mail.imap.timeout", millis(settings.readbackTimeout().toMillis()));
    properties.put("mail.imap.peek", text(true));
    properties.put("mail.imap.partialfetch", text(false));
    return properties;
  }

  private static String text(boolean flag) {
    return String.valueOf(flag);
  }

  private static String millis(long millis) {
    return String.valueOf(millis);
  }

  private List<Hit> find(Store store, String name, String messageId)
      throws MessagingException, IOException, CannotTellException {
    IMAPFolder folder = (IMAPFolder) store.getFolder(name);
    folder.open(Folder.READ_ONLY);
    try {
      List<Hit> hits = new ArrayList<>();
      Message[] candidates = folder.getMessages(candidates(folder, messageId));
      folder.fetch(candidates, ABOUT);
      for (Message message : candidates) {
        checkTime();
        // The search of IMAP finds texts inside others and ignores case.
        if (hasExactly(message, messageId)) {
          hits.add(hit(folder, message));
        } else if (showsOtherwise(message, messageId)) {
          throw new CannotTellException(
              true,
              "a mail of folder %s holds its Message-ID, but not as it was sent".formatted(name));
        }
      }
      return hits;
    } finally {
      folder.close(false);
    }
  }

  /**
   * Numbers of the mails that the server itself finds. Jakarta Mail's own search would fetch every
   * mail of the folder where the server refuses to search.
   */
  private int[] candidates(IMAPFolder folder, String messageId)
      throws MessagingException, CannotTellException {
    checkTime();
    String part = messageId.substring(1, messageId.length() - 1);
    int[] found =
        (int[])
            folder.doCommand(
                protocol -> {
                  try {
                    return protocol.search(new HeaderTerm("Message-ID", part));
                  } catch (jakarta.mail.search.SearchException impossible) {
                    throw new IllegalStateException("one header can always be asked", impossible);
                  }
                });
    if (found.length > MOST_CANDIDATES) {
      throw new CannotTellException(
          true,
          "%d mails of folder %s hold its Message-ID, and more than %d are not read"
              .formatted(found.length, folder.getFullName(), MOST_CANDIDATES));
    }
    return found;
  }

  private static boolean hasExactly(Message message, String messageId) throws MessagingException {
    String[] ids = message.getHeader("Message-ID");
    return ids != null && ids.length == 1 && MimeUtility.unfold(ids[0]).strip().equals(messageId);
  }

  /**
   * A server on the way may have written the id anew, in other letters or a second time. Such a
   * mail is not the one that was sent, but nobody can say that none was.
   */
  private static boolean showsOtherwise(Message message, String messageId)
      throws MessagingException {
    String[] ids = message.getHeader("Message-ID");
    return ids != null
        && Stream.of(ids)
            .anyMatch(id -> MimeUtility.unfold(id).strip().equalsIgnoreCase(messageId));
  }

  private Hit hit(IMAPFolder folder, Message message)
      throws MessagingException, IOException, CannotTellException {
    if (message.getSize() > settings.maxMailBytes()) {
      throw new CannotTellException(
          true,
          "a mail with its Message-ID has %d bytes, and more than %d are not read"
              .formatted(message.getSize(), settings.maxMailBytes()));
    }
    boolean deleted = message.isSet(Flags.Flag.DELETED);
    String[] received = message.getHeader("Received");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    message.writeTo(bytes);
    return new Hit(
        folder.getFullName(),
        deleted,
        received == null ? List.of() : List.of(received),
        bytes.toByteArray());
  }

  private void checkTime() throws CannotTellException {
    if (System.nanoTime() - end >= 0) {
      throw new CannotTellException(
          false,
          "it was not searched within %d ms".formatted(settings.readbackTimeout().toMillis()));
    }
  }
}
