/** What commands print with. May import the JDK only. */
@NullMarked
package io.onefold.standalone.text;

import org.jspecify.annotations.NullMarked;
