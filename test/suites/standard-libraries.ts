/** What belongs to each language itself: the modules of Python 3.11, the packages of Go 1.25, Java 21 and so on, as their own indexes name them. */
export const STANDARD = {
  python: `abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect
  builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall
  concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm
  decimal difflib dis distutils doctest email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput
  fnmatch fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac
  html http idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json keyword lib2to3 linecache locale
  logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis
  nntplib nt ntpath nturl2path numbers opcode operator optparse os ossaudiodev pathlib pdb pickle pickletools pipes
  pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data
  pyexpat queue quopri random re readline reprlib resource rlcompleter runpy sched secrets select selectors shelve
  shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse
  ssl stat statistics string stringprep struct subprocess sunau symtable sys sysconfig syslog tabnanny tarfile
  telnetlib tempfile termios textwrap this threading time timeit tkinter token tokenize tomllib trace traceback
  tracemalloc tty turtle turtledemo types typing unicodedata unittest urllib uu uuid venv warnings wave weakref
  webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo`,
  go: `archive/tar archive/zip bufio builtin bytes cmp compress/bzip2 compress/flate compress/gzip compress/lzw
  compress/zlib container/heap container/list container/ring context crypto crypto/aes crypto/cipher crypto/des
  crypto/dsa crypto/ecdh crypto/ecdsa crypto/ed25519 crypto/elliptic crypto/fips140 crypto/hkdf crypto/hmac
  crypto/md5 crypto/mlkem crypto/pbkdf2 crypto/rand crypto/rc4 crypto/rsa crypto/sha1 crypto/sha256 crypto/sha3
  crypto/sha512 crypto/subtle crypto/tls crypto/x509 crypto/x509/pkix database/sql database/sql/driver
  debug/buildinfo debug/dwarf debug/elf debug/gosym debug/macho debug/pe debug/plan9obj embed encoding
  encoding/ascii85 encoding/asn1 encoding/base32 encoding/base64 encoding/binary encoding/csv encoding/gob
  encoding/hex encoding/json encoding/pem encoding/xml errors expvar flag fmt go/ast go/build go/build/constraint
  go/constant go/doc go/doc/comment go/format go/importer go/parser go/printer go/scanner go/token go/types
  go/version hash hash/adler32 hash/crc32 hash/crc64 hash/fnv hash/maphash html html/template image image/color
  image/color/palette image/draw image/gif image/jpeg image/png index/suffixarray io io/fs io/ioutil iter log
  log/slog log/syslog maps math math/big math/bits math/cmplx math/rand math/rand/v2 mime mime/multipart
  mime/quotedprintable net net/http net/http/cgi net/http/cookiejar net/http/fcgi net/http/httptest
  net/http/httptrace net/http/httputil net/http/pprof net/mail net/netip net/rpc net/rpc/jsonrpc net/smtp
  net/textproto net/url os os/exec os/signal os/user path path/filepath plugin reflect regexp regexp/syntax runtime
  runtime/cgo runtime/coverage runtime/debug runtime/metrics runtime/pprof runtime/race runtime/trace slices sort
  strconv strings structs sync sync/atomic syscall testing testing/fstest testing/iotest testing/quick
  testing/slogtest testing/synctest text/scanner text/tabwriter text/template text/template/parse time time/tzdata
  unicode unicode/utf16 unicode/utf8 unique unsafe weak`,
  ruby: `ARGF Array BasicObject Binding Class Comparable Complex Dir ENV Encoding Enumerable Enumerator Errno Exception
  FalseClass Fiber File FileTest Float GC Hash IO Integer Kernel Marshal MatchData Math Method Module Mutex NilClass
  Numeric Object ObjectSpace Proc Process Queue Ractor Random Range Rational RbConfig Refinement Regexp RubyVM Set
  Signal SizedQueue String Struct Symbol Thread ThreadGroup Time TracePoint TrueClass UnboundMethod Warning
  ConditionVariable Data Abbrev Base64 Benchmark BigDecimal Bundler CGI CSV Coverage Date DateTime DBM Delegator
  SimpleDelegator DelegateClass DidYouMean Digest DRb ERB ErrorHighlight Etc Fcntl Fiddle FileUtils Find Forwardable
  GDBM GetoptLong Gem IPAddr IRB JSON Logger Matrix Minitest Monitor Mutex_m NKF Net Observable Open3 OpenSSL
  OpenStruct OpenURI OptionParser PP PStore PTY Pathname Prime Prism Psych Racc Rake Random RDoc Readline Reline
  Resolv Rinda Ripper SDBM SecureRandom Set Shellwords Singleton SingleForwardable Socket StringIO StringScanner
  Syslog TSort TCPServer TCPSocket Tempfile Timeout Time TracePoint URI UDPSocket UNIXSocket UNIXServer Un WIN32OLE
  WeakRef WEBrick YAML Zlib REXML RSS Test RSpec Thor`,
  java: `java.applet java.awt java.awt.color java.awt.datatransfer java.awt.desktop java.awt.dnd java.awt.event
  java.awt.font java.awt.geom java.awt.im java.awt.im.spi java.awt.image java.awt.image.renderable java.awt.print
  java.beans java.beans.beancontext java.io java.lang java.lang.annotation java.lang.constant java.lang.instrument
  java.lang.invoke java.lang.management java.lang.module java.lang.ref java.lang.reflect java.lang.runtime java.math
  java.net java.net.http java.net.spi java.nio java.nio.channels java.nio.channels.spi java.nio.charset
  java.nio.charset.spi java.nio.file java.nio.file.attribute java.nio.file.spi java.rmi java.rmi.dgc
  java.rmi.registry java.rmi.server java.security java.security.cert java.security.interfaces java.security.spec
  java.sql java.text java.text.spi java.time java.time.chrono java.time.format java.time.temporal java.time.zone
  java.util java.util.concurrent java.util.concurrent.atomic java.util.concurrent.locks java.util.function
  java.util.jar java.util.logging java.util.prefs java.util.random java.util.regex java.util.spi java.util.stream
  java.util.zip javax.accessibility javax.annotation.processing javax.crypto javax.crypto.interfaces
  javax.crypto.spec javax.imageio javax.imageio.event javax.imageio.metadata javax.imageio.plugins.bmp
  javax.imageio.plugins.jpeg javax.imageio.plugins.tiff javax.imageio.spi javax.imageio.stream javax.lang.model
  javax.lang.model.element javax.lang.model.type javax.lang.model.util javax.management javax.management.loading
  javax.management.modelmbean javax.management.monitor javax.management.openmbean javax.management.relation
  javax.management.remote javax.management.remote.rmi javax.management.timer javax.naming javax.naming.directory
  javax.naming.event javax.naming.ldap javax.naming.ldap.spi javax.naming.spi javax.net javax.net.ssl javax.print
  javax.print.attribute javax.print.attribute.standard javax.print.event javax.rmi.ssl javax.script
  javax.security.auth javax.security.auth.callback javax.security.auth.kerberos javax.security.auth.login
  javax.security.auth.spi javax.security.auth.x500 javax.security.cert javax.security.sasl javax.smartcardio
  javax.sound.midi javax.sound.midi.spi javax.sound.sampled javax.sound.sampled.spi javax.sql javax.sql.rowset
  javax.sql.rowset.serial javax.sql.rowset.spi javax.swing javax.swing.border javax.swing.colorchooser
  javax.swing.event javax.swing.filechooser javax.swing.plaf javax.swing.plaf.basic javax.swing.plaf.metal
  javax.swing.plaf.multi javax.swing.plaf.nimbus javax.swing.plaf.synth javax.swing.table javax.swing.text
  javax.swing.text.html javax.swing.text.html.parser javax.swing.text.rtf javax.swing.tree javax.swing.undo
  javax.tools javax.transaction.xa javax.xml javax.xml.catalog javax.xml.crypto javax.xml.crypto.dom
  javax.xml.crypto.dsig javax.xml.crypto.dsig.dom javax.xml.crypto.dsig.keyinfo javax.xml.crypto.dsig.spec
  javax.xml.datatype javax.xml.namespace javax.xml.parsers javax.xml.stream javax.xml.stream.events
  javax.xml.stream.util javax.xml.transform javax.xml.transform.dom javax.xml.transform.sax javax.xml.transform.stax
  javax.xml.transform.stream javax.xml.validation javax.xml.xpath org.ietf.jgss org.w3c.dom org.w3c.dom.bootstrap
  org.w3c.dom.events org.w3c.dom.ls org.w3c.dom.ranges org.w3c.dom.traversal org.w3c.dom.views org.xml.sax
  org.xml.sax.ext org.xml.sax.helpers`,
  rust: `std.alloc std.any std.arch std.array std.ascii std.backtrace std.borrow std.boxed std.cell std.char std.clone
  std.cmp std.collections std.convert std.default std.env std.error std.f32 std.f64 std.ffi std.fmt std.fs std.future
  std.hash std.hint std.io std.iter std.marker std.mem std.net std.num std.ops std.option std.os std.panic std.path
  std.pin std.prelude std.primitive std.process std.ptr std.rc std.result std.slice std.str std.string std.sync
  std.task std.thread std.time std.vec`,
  php: `bcadd bzopen bzcompress jdtogregorian ctype_alpha curl_init curl_exec date strtotime datetime domdocument
  exif_read_data ffi finfo_open filter_var ftp_connect ftp_put imagecreate imagepng gettext gmp_add hash hash_file
  iconv imap_open numberformatter json_decode ldap_connect mb_strlen mysqli mysqli_query openssl_encrypt pcntl_fork
  pcntl_exec preg_match preg_replace pdo pg_query phar posix_kill posix_setuid random_int reflectionclass
  session_start shmop_open simplexml_load_file soapclient socket_connect sodium_crypto_secretbox arrayobject
  splfileobject sqlite3 token_get_all xml_parse xmlreader ziparchive gzopen gzcompress exec system passthru
  shell_exec popen proc_open eval unlink rename mkdir rmdir copy fopen file_get_contents file_put_contents readfile
  glob scandir mail getenv putenv call_user_func array_map usort register_shutdown_function unserialize extract
  parse_str chmod symlink touch fsockopen dl create_function assert include ini_set header str_replace implode`,
} as const
