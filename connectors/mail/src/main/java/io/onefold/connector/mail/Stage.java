package io.onefold.connector.mail;

/** How far a mail transaction has come. */
enum Stage {
  GREETING("its greeting"),
  EHLO("EHLO"),
  STARTTLS("STARTTLS"),
  AUTH("AUTH"),
  MAIL("MAIL FROM"),
  RCPT("RCPT TO"),
  DATA("DATA"),
  CONTENT("the text of the mail"),
  /** The dot may have left: from here on the server may have taken the mail. */
  END("the end of the mail");

  final String shown;

  Stage(String shown) {
    this.shown = shown;
  }
}
