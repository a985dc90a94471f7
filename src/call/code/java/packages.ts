/**
 * The classes that a star takes from a package. A class that is not listed is not known, and what is called in it is not
 * understood: a star must not make every unknown name harmless.
 */
const PACKAGES: Readonly<Record<string, string>> = {
  'java.io': `File FileInputStream FileOutputStream FileReader FileWriter RandomAccessFile PrintWriter PrintStream BufferedReader BufferedWriter
    BufferedInputStream BufferedOutputStream InputStream OutputStream InputStreamReader OutputStreamWriter Reader Writer IOException
    UncheckedIOException FileNotFoundException EOFException StringReader StringWriter ByteArrayInputStream ByteArrayOutputStream
    DataInputStream DataOutputStream ObjectInputStream ObjectOutputStream Serializable Closeable Flushable Console StreamTokenizer
    PipedInputStream PipedOutputStream SequenceInputStream PushbackReader LineNumberReader CharArrayReader CharArrayWriter
    FileFilter FilenameFilter Externalizable NotSerializableException InvalidObjectException UnsupportedEncodingException FileDescriptor FilterInputStream FilterOutputStream`,
  'java.nio.file': `Files Path Paths FileSystem FileSystems StandardOpenOption StandardCopyOption OpenOption CopyOption FileVisitor SimpleFileVisitor
    FileVisitResult FileVisitOption DirectoryStream NoSuchFileException FileAlreadyExistsException AccessDeniedException
    DirectoryNotEmptyException InvalidPathException LinkOption PathMatcher WatchService WatchEvent WatchKey StandardWatchEventKinds FileStore NotDirectoryException AtomicMoveNotSupportedException`,
  'java.net': `URI URL URLConnection HttpURLConnection URLEncoder URLDecoder Socket ServerSocket DatagramSocket DatagramPacket MulticastSocket
    InetAddress Inet4Address Inet6Address InetSocketAddress SocketAddress NetworkInterface Proxy ProxySelector Authenticator PasswordAuthentication CookieManager
    CookieHandler HttpCookie URISyntaxException MalformedURLException UnknownHostException SocketException SocketTimeoutException
    ConnectException BindException URLClassLoader StandardSocketOptions ProtocolException IDN`,
  'java.net.http':
    'HttpClient HttpRequest HttpResponse HttpHeaders HttpTimeoutException WebSocket HttpConnectTimeoutException',
  'java.sql': `Connection DriverManager Statement PreparedStatement CallableStatement ResultSet ResultSetMetaData SQLException Date Time
    Timestamp Types DatabaseMetaData Array Blob Clob Savepoint SQLTimeoutException`,
  'java.lang.reflect': `Method Field Constructor Proxy InvocationHandler InvocationTargetException Modifier Array Parameter Type
    ParameterizedType GenericArrayType TypeVariable WildcardType AnnotatedElement AccessibleObject`,
  'java.nio.channels':
    'FileChannel SocketChannel ServerSocketChannel DatagramChannel Channels Channel Selector SelectionKey AsynchronousFileChannel FileLock ReadableByteChannel WritableByteChannel SeekableByteChannel',
  'java.util.zip': `ZipFile ZipEntry ZipInputStream ZipOutputStream GZIPInputStream GZIPOutputStream CRC32 Adler32 Deflater Inflater Checksum CheckedInputStream
    DeflaterOutputStream InflaterInputStream ZipException DataFormatException CRC32C`,
  'java.util.jar': 'JarFile JarEntry JarInputStream JarOutputStream Manifest Attributes',
  'java.util': `AbstractCollection AbstractList AbstractMap AbstractQueue AbstractSequentialList AbstractSet ArrayDeque ArrayList Arrays Base64 BitSet Calendar Collection Collections
    Comparator ConcurrentModificationException Currency Date Deque Dictionary DoubleSummaryStatistics EmptyStackException Enumeration EnumMap EnumSet EventListener EventObject Formatter
    GregorianCalendar HashMap HashSet Hashtable HexFormat IdentityHashMap IllegalFormatException InputMismatchException IntSummaryStatistics Iterator LinkedHashMap
    LinkedHashSet LinkedList List ListIterator Locale LongSummaryStatistics Map MissingResourceException NavigableMap NavigableSet NoSuchElementException Objects Observable
    Observer Optional OptionalDouble OptionalInt OptionalLong PrimitiveIterator PriorityQueue Properties PropertyResourceBundle Queue Random RandomAccess
    ResourceBundle Scanner SequencedCollection SequencedMap SequencedSet ServiceLoader Set SimpleTimeZone SortedMap SortedSet Spliterator Spliterators SplittableRandom Stack
    StringJoiner StringTokenizer Timer TimerTask TimeZone TreeMap TreeSet UUID Vector WeakHashMap`,
  'java.util.function': `BiConsumer BiFunction BinaryOperator BiPredicate BooleanSupplier Consumer DoubleBinaryOperator DoubleConsumer DoubleFunction DoublePredicate DoubleSupplier
    DoubleUnaryOperator Function IntBinaryOperator IntConsumer IntFunction IntPredicate IntSupplier IntToDoubleFunction IntToLongFunction IntUnaryOperator LongFunction LongPredicate
    LongSupplier LongUnaryOperator ObjIntConsumer Predicate Supplier ToDoubleFunction ToIntFunction ToLongFunction UnaryOperator`,
  'java.util.stream':
    'BaseStream Collector Collectors DoubleStream Gatherer Gatherers IntStream LongStream Stream StreamSupport',
  'java.util.regex': 'Matcher MatchResult Pattern PatternSyntaxException',
  'java.util.concurrent': `ArrayBlockingQueue BlockingDeque BlockingQueue BrokenBarrierException Callable CancellationException CompletableFuture CompletionException CompletionService CompletionStage
    ConcurrentHashMap ConcurrentLinkedDeque ConcurrentLinkedQueue ConcurrentMap ConcurrentNavigableMap ConcurrentSkipListMap ConcurrentSkipListSet CopyOnWriteArrayList CopyOnWriteArraySet
    CountDownLatch CyclicBarrier DelayQueue Delayed Exchanger ExecutionException Executor ExecutorCompletionService ExecutorService Executors Flow ForkJoinPool ForkJoinTask Future FutureTask
    LinkedBlockingDeque LinkedBlockingQueue LinkedTransferQueue Phaser PriorityBlockingQueue RecursiveAction RecursiveTask RejectedExecutionException ScheduledExecutorService ScheduledFuture Semaphore
    StructuredTaskScope SubmissionPublisher SynchronousQueue ThreadFactory ThreadLocalRandom ThreadPoolExecutor TimeUnit TimeoutException`,
  'java.util.concurrent.atomic':
    'AtomicBoolean AtomicInteger AtomicIntegerArray AtomicLong AtomicLongArray AtomicReference AtomicReferenceArray DoubleAdder LongAccumulator LongAdder',
  'java.util.concurrent.locks':
    'Condition Lock LockSupport ReadWriteLock ReentrantLock ReentrantReadWriteLock StampedLock',
  'java.util.random': 'RandomGenerator RandomGeneratorFactory',
  'java.math': 'BigDecimal BigInteger MathContext RoundingMode',
  'java.text': `Collator ChoiceFormat DateFormat DateFormatSymbols DecimalFormat DecimalFormatSymbols Format MessageFormat NumberFormat Normalizer ParseException ParsePosition SimpleDateFormat
    CompactNumberFormat BreakIterator ListFormat`,
  'java.time': `Clock DateTimeException DayOfWeek Duration Instant InstantSource LocalDate LocalDateTime LocalTime Month MonthDay OffsetDateTime OffsetTime Period Year YearMonth ZonedDateTime ZoneId ZoneOffset`,
  'java.time.format':
    'DateTimeFormatter DateTimeFormatterBuilder DateTimeParseException FormatStyle TextStyle ResolverStyle SignStyle DecimalStyle',
  'java.time.temporal':
    'ChronoField ChronoUnit Temporal TemporalAccessor TemporalAdjuster TemporalAdjusters TemporalAmount TemporalField TemporalUnit WeekFields IsoFields ValueRange',
  'java.nio.charset':
    'Charset CharsetDecoder CharsetEncoder StandardCharsets CharacterCodingException MalformedInputException UnsupportedCharsetException',
  'java.util.logging':
    'ConsoleHandler ErrorManager FileHandler Filter Formatter Handler Level LogManager LogRecord Logger LoggingPermission MemoryHandler SimpleFormatter SocketHandler StreamHandler XMLFormatter',
  'java.security': `MessageDigest SecureRandom NoSuchAlgorithmException KeyPairGenerator KeyPair Signature KeyFactory GeneralSecurityException PublicKey PrivateKey Key InvalidKeyException KeyStore
    DigestInputStream AccessController PrivilegedAction Permission Policy Provider Security CodeSource Principal`,
  'org.junit.jupiter.api': `AfterAll AfterEach Assertions Assumptions BeforeAll BeforeEach Disabled DisplayName DynamicTest Nested Order RepeatedTest Tag Test TestFactory TestInfo TestInstance
    TestMethodOrder Timeout MethodOrderer`,
  'org.junit': 'After AfterClass Assert Assume Before BeforeClass ClassRule FixMethodOrder Ignore Rule Test',
  'javax.script':
    'ScriptEngine ScriptEngineManager ScriptException Bindings Invocable Compilable CompiledScript ScriptContext SimpleBindings',
}

export const CLASSES_OF: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(PACKAGES).map(([name, classes]) => [name, classes.split(/\s+/).filter(Boolean)]),
)
