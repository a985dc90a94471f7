/**
 * Packages and classes of Java that read, write, run and contact nothing by themselves, grouped by the reason. The modules
 * of the Java platform are gone through one by one: a package stands here, in `calls.ts`, or among those that act.
 */
const GROUPS = {
  'the language itself': `java.lang.Object java.lang.String java.lang.StringBuilder java.lang.StringBuffer java.lang.Integer java.lang.Long java.lang.Short java.lang.Byte
    java.lang.Double java.lang.Float java.lang.Boolean java.lang.Character java.lang.Number java.lang.Void java.lang.Math java.lang.StrictMath java.lang.Enum java.lang.Record java.lang.Iterable
    java.lang.Comparable java.lang.CharSequence java.lang.Runnable java.lang.AutoCloseable java.lang.Cloneable java.lang.Throwable java.lang.Exception java.lang.Error
    java.lang.RuntimeException java.lang.IllegalArgumentException java.lang.IllegalStateException java.lang.NullPointerException java.lang.IndexOutOfBoundsException
    java.lang.ArrayIndexOutOfBoundsException java.lang.ArithmeticException java.lang.ClassCastException java.lang.NumberFormatException java.lang.UnsupportedOperationException
    java.lang.InterruptedException java.lang.CloneNotSupportedException java.lang.AssertionError java.lang.StackOverflowError java.lang.OutOfMemoryError java.lang.SecurityException
    java.lang.ClassNotFoundException java.lang.NoSuchFieldException java.lang.NoSuchMethodException java.lang.ReflectiveOperationException java.lang.StackTraceElement
    java.lang.ThreadLocal java.lang.InheritableThreadLocal java.lang.ScopedValue java.lang.StackWalker java.lang.Override java.lang.Deprecated java.lang.SuppressWarnings
    java.lang.FunctionalInterface java.lang.SafeVarargs java.lang.annotation java.lang.ref java.lang.constant java.lang.runtime java.lang.Character.UnicodeBlock java.lang.IO
    java.lang.System.out java.lang.System.err java.lang.System.in java.lang.Appendable java.lang.Readable java.lang.Process java.lang.ThreadGroup java.lang.StringTemplate java.lang.MatchException`,
  'collections, text, time and numbers': `java.util java.util.function java.util.stream java.util.regex java.util.concurrent java.util.concurrent.atomic java.util.concurrent.locks
    java.util.concurrent.Flow java.util.random java.util.spi java.math java.text java.text.spi java.time java.time.chrono java.time.format java.time.temporal java.time.zone java.nio.charset
    java.nio.charset.spi java.nio.ByteBuffer java.nio.CharBuffer java.nio.ByteOrder java.nio.IntBuffer java.nio.LongBuffer java.nio.FloatBuffer java.nio.DoubleBuffer java.nio.BufferOverflowException
    java.nio.BufferUnderflowException java.util.logging java.util.zip java.util.jar.Manifest java.util.jar.Attributes java.util.jar.JarEntry`,
  'streams in memory, or over one that is given': `java.io.BufferedReader java.io.BufferedWriter java.io.BufferedInputStream java.io.BufferedOutputStream java.io.InputStream java.io.OutputStream
    java.io.InputStreamReader java.io.OutputStreamWriter java.io.Reader java.io.Writer java.io.StringReader java.io.StringWriter java.io.ByteArrayInputStream java.io.ByteArrayOutputStream
    java.io.DataInputStream java.io.DataOutputStream java.io.ObjectOutputStream java.io.Serializable java.io.Closeable java.io.Flushable java.io.Console java.io.StreamTokenizer java.io.PipedInputStream
    java.io.PipedOutputStream java.io.SequenceInputStream java.io.PushbackReader java.io.LineNumberReader java.io.CharArrayReader java.io.CharArrayWriter java.io.IOException
    java.io.UncheckedIOException java.io.FileNotFoundException java.io.EOFException java.io.UnsupportedEncodingException java.io.FileFilter java.io.FilenameFilter java.io.Externalizable
    java.io.NotSerializableException java.io.InvalidObjectException java.io.FilterInputStream java.io.FilterOutputStream`,
  'names, addresses and answers': `java.net.URLEncoder java.net.URLDecoder java.net.URISyntaxException java.net.MalformedURLException java.net.UnknownHostException java.net.SocketException
    java.net.SocketTimeoutException java.net.ConnectException java.net.BindException java.net.HttpCookie java.net.IDN java.net.ProtocolException java.net.StandardSocketOptions java.net.http.HttpHeaders
    java.net.http.HttpTimeoutException java.net.http.HttpResponse java.net.http.HttpConnectTimeoutException java.nio.file.NoSuchFileException java.nio.file.FileAlreadyExistsException
    java.nio.file.AccessDeniedException java.nio.file.DirectoryNotEmptyException java.nio.file.InvalidPathException java.nio.file.NotDirectoryException java.nio.file.LinkOption java.nio.file.attribute
    java.sql.SQLException java.sql.Timestamp java.sql.Date java.sql.Time java.sql.Types`,
  'hashes, keys and ciphers in memory': `java.security.MessageDigest java.security.SecureRandom java.security.NoSuchAlgorithmException java.security.KeyPairGenerator java.security.KeyPair java.security.Signature
    java.security.KeyFactory java.security.spec java.security.interfaces java.security.GeneralSecurityException java.security.PublicKey java.security.PrivateKey java.security.Key java.security.InvalidKeyException
    javax.crypto java.security.Principal java.security.AlgorithmParameters java.security.DigestInputStream java.util.HexFormat`,
  'documents in memory': `javax.lang.model org.w3c.dom org.xml.sax javax.xml.parsers javax.xml.transform.OutputKeys javax.xml.xpath javax.xml.stream javax.xml.namespace javax.xml.datatype javax.xml.XMLConstants java.awt.image
    java.awt.Color java.awt.Font java.awt.Point java.awt.Dimension java.awt.Rectangle java.awt.Graphics java.awt.Graphics2D java.awt.BasicStroke java.awt.geom java.awt.event
    java.awt.BorderLayout java.awt.FlowLayout java.awt.GridLayout java.awt.RenderingHints javax.swing java.beans.PropertyChangeSupport java.beans.PropertyChangeListener java.beans.PropertyChangeEvent`,
  'what the machine says of itself': 'java.lang.management jdk.jfr.Event jdk.jfr.Label jdk.jfr.Name',
  'packages that compute, parse and define': `com.fasterxml.jackson.annotation com.google.common.collect com.google.common.base com.google.common.primitives com.google.common.math
    com.google.common.hash com.google.common.cache com.google.gson org.json org.apache.commons.lang3 org.apache.commons.math3 org.apache.commons.text org.apache.commons.codec org.apache.commons.collections4
    org.apache.commons.csv.CSVFormat org.apache.commons.csv.CSVRecord org.slf4j org.apache.logging.log4j lombok org.jetbrains.annotations javax.annotation jakarta.annotation jakarta.validation javax.validation
    jakarta.persistence javax.persistence picocli.CommandLine.Option picocli.CommandLine.Command picocli.CommandLine.Parameters org.springframework.stereotype
    org.springframework.web.bind.annotation org.springframework.beans.factory.annotation org.springframework.context.annotation org.springframework.boot.autoconfigure org.springframework.http
    org.springframework.transaction.annotation reactor.core.publisher io.vavr org.joda.time org.mapstruct jakarta.inject javax.inject`,
  'tests: they run the functions they are given': `org.junit org.junit.jupiter org.junit.jupiter.api org.junit.jupiter.params org.assertj.core.api org.hamcrest org.mockito org.testng junit.framework`,
} as const

/** Packages that act: only what the table says of them is understood. */
const ACTS =
  `java.lang java.io java.nio java.net java.sql javax.sql java.rmi javax.naming javax.script javax.tools java.lang.reflect java.lang.invoke java.lang.foreign java.lang.instrument
  java.lang.module java.util.prefs java.util.ServiceLoader java.util.logging.FileHandler java.util.logging.SocketHandler java.util.zip.ZipFile java.util.jar java.util.Formatter
  java.applet java.security javax.accessibility javax.annotation.processing javax.imageio javax.print javax.rmi javax.security javax.smartcardio javax.sound javax.transaction javax.xml
  org.ietf.jgss javax.net javax.management com.sun sun jdk java.awt java.beans org.junit.platform.launcher`
    .split(/\s+/)
    .filter(Boolean)

export const CANNOT_ACT: ReadonlySet<string> = new Set([
  ...Object.values(GROUPS)
    .flatMap((names) => names.split(/\s+/))
    .filter(Boolean),
  ...ACTS.map((name) => `-${name}`),
])
