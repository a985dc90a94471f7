import { readTable } from '../entry.ts'

/** What calls into Java's libraries do, in the notation of `entry.ts`. A class stands for making one. */
export const JAVA_CALLS = readTable({
  'read:0 -> Data': `java.nio.file.Files.readString java.nio.file.Files.readAllLines java.nio.file.Files.readAllBytes java.nio.file.Files.lines
    java.nio.file.Files.readSymbolicLink java.util.zip.ZipFile java.util.jar.JarFile javax.imageio.ImageIO.read java.nio.file.Files.mismatch`,
  'read:0 -> File': `java.io.FileInputStream java.io.FileReader java.nio.file.Files.newBufferedReader java.nio.file.Files.newInputStream java.util.logging.FileInput`,
  'write:0 -> File': `java.io.FileOutputStream java.nio.file.Files.newBufferedWriter java.nio.file.Files.newOutputStream java.util.logging.FileHandler
    java.io.RandomAccessFile java.util.Formatter`,
  'write:0':
    'java.nio.file.Files.writeString java.nio.file.Files.write java.nio.file.Files.createFile java.nio.file.Files.setLastModifiedTime',
  'delete:0': 'java.nio.file.Files.delete java.nio.file.Files.deleteIfExists',
  'delete:self': 'Path#delete Path#deleteOnExit any#deleteOnExit',
  'move:0,1': 'java.nio.file.Files.move',
  'move:self,0': 'Path#renameTo',
  'copy:0,1': 'java.nio.file.Files.createSymbolicLink java.nio.file.Files.createLink',
  'directory:0': 'java.nio.file.Files.createDirectory java.nio.file.Files.createDirectories',
  'directory:self': 'Path#mkdir Path#mkdirs',
  'write:self': 'Path#createNewFile Path#setLastModified',
  'access:0':
    'java.nio.file.Files.setPosixFilePermissions java.nio.file.Files.setOwner java.nio.file.Files.setAttribute',
  'access:self': 'Path#setExecutable Path#setReadable Path#setWritable Path#setReadOnly',
  'names:0 -> Data': `java.nio.file.Files.exists java.nio.file.Files.notExists java.nio.file.Files.isDirectory java.nio.file.Files.isRegularFile java.nio.file.Files.size
    java.nio.file.Files.getLastModifiedTime java.nio.file.Files.isReadable java.nio.file.Files.isWritable java.nio.file.Files.isExecutable
    java.nio.file.Files.isSymbolicLink java.nio.file.Files.isHidden java.nio.file.Files.readAttributes java.nio.file.Files.getPosixFilePermissions java.nio.file.Files.getOwner
    java.nio.file.Files.probeContentType java.nio.file.Files.getAttribute java.nio.file.Files.isSameFile java.nio.file.Files.getFileStore java.nio.file.Files.getFileAttributeView`,
  'names:self': `Path#exists Path#isFile Path#isDirectory Path#length Path#lastModified Path#canRead Path#canWrite Path#canExecute Path#isHidden Path#getFreeSpace Path#getTotalSpace Path#getUsableSpace`,
  'shell:0 -> Process': 'Runtime#exec_',
  'fetch:self -> Response': 'Url#openStream Url#getContent',
  'fetch:0 -> Response': `java.net.InetAddress.getByName java.net.InetAddress.getAllByName Rest#getForObject Rest#getForEntity Rest#headForHeaders
    org.jsoup.Jsoup.connect`,
  'send:0 -> Response':
    'Rest#postForObject Rest#postForEntity Rest#put Rest#delete Rest#exchange Rest#patchForObject Rest#execute',
  '-> Rest': 'org.springframework.web.client.RestTemplate',
  'connect:0 -> Socket':
    'java.net.Socket javax.net.ssl.SSLSocketFactory.createSocket java.nio.channels.SocketChannel.open java.net.InetSocketAddress',
  'listen:=127.0.0.1 -> Socket':
    'java.net.ServerSocket java.net.DatagramSocket com.sun.net.httpserver.HttpServer.create com.sun.net.httpserver.SimpleFileServer.createFileServer',
  'connect:0 -> Database': '_',
  'sql:0 -> Database': `Database#executeQuery Database#executeUpdate Database#execute Database#prepareStatement Database#prepareCall Database#addBatch Database#executeLargeUpdate
    Database#nativeSQL any#executeUpdate any#executeQuery any#createNativeQuery any#prepareStatement`,
  '-> Database': 'Database#createStatement Database#getConnection',
  'environment:0': 'Environ#forEach Environ#entrySet Environ#values Environ#toString',
  'end-process': 'java.lang.ProcessHandle.of Handle#destroy Handle#destroyForcibly',
  'unread:0': `java.lang.Class.forName java.lang.System.load java.lang.System.loadLibrary java.lang.System.setSecurityManager java.lang.Runtime.load java.lang.Runtime.loadLibrary
    java.lang.ClassLoader.getSystemClassLoader java.net.URLClassLoader java.net.URLClassLoader.newInstance java.io.ObjectInputStream java.beans.XMLDecoder javax.script.ScriptEngineManager
    javax.tools.ToolProvider.getSystemJavaCompiler java.lang.invoke.MethodHandles.lookup java.lang.reflect.Proxy.newProxyInstance java.util.ServiceLoader.load java.lang.ModuleLayer.boot
    javax.naming.InitialContext java.rmi.Naming.lookup java.rmi.registry.LocateRegistry.getRegistry sun.misc.Unsafe.getUnsafe java.lang.foreign.Linker.nativeLinker
    java.lang.foreign.SymbolLookup.libraryLookup java.awt.Desktop.getDesktop java.awt.Robot java.util.prefs.Preferences.userRoot java.util.prefs.Preferences.systemRoot
    java.lang.ProcessBuilder.startPipeline java.nio.channels.FileChannel.open java.nio.channels.AsynchronousFileChannel.open groovy.lang.GroovyShell javax.mail.Transport.send
    java.nio.file.FileSystems.newFileSystem java.lang.instrument.Instrumentation com.sun.tools.attach.VirtualMachine.attach java.lang.Thread.setDefaultUncaughtExceptionHandler_
    javax.el.ELProcessor org.springframework.expression.spel.standard.SpelExpressionParser ognl.Ognl.getValue org.mvel2.MVEL.eval bsh.Interpreter
    Runtime#load Runtime#loadLibrary Runtime#halt_ Socket#getOutputStream Socket#connect Socket#send Url#openConnection_
    any#getMethod any#getDeclaredMethod any#getDeclaredField any#getDeclaredConstructor any#getConstructor any#getDeclaredMethods any#invoke any#invokeExact any#newInstance any#defineClass any#loadClass
    any#setAccessible any#readObject any#eval any#getEngineByName any#getRuntime any#exec any#getOutputStream any#transferTo_ any#deleteAll any#deleteAllById any#dropDatabase any#flushAll any#flushDB any#sendMail`,
  computes: `File#* Data#* Response#* Process#* Handle#* Host#* Runtime#availableProcessors Runtime#freeMemory Runtime#maxMemory Runtime#totalMemory Runtime#gc Runtime#halt Runtime#exit
    java.lang.Runtime.version Url#getHost Url#getPath Url#getProtocol Url#getPort Url#getQuery Url#getFile Url#toString Url#getScheme Url#getAuthority Url#getFragment Url#normalize
    Socket#close Socket#getInputStream Socket#accept Socket#getLocalPort Socket#getPort Socket#getInetAddress Socket#setSoTimeout Socket#isClosed Socket#createContext Socket#start Socket#stop Socket#setExecutor
    Socket#getAddress Socket#getHostString Socket#isConnected Socket#getHostName
    Database#close Database#setString Database#setInt Database#setLong Database#setObject Database#setDouble Database#setBoolean Database#setTimestamp Database#setDate Database#setNull
    Database#next Database#getString Database#getInt Database#getLong Database#getDouble Database#getObject Database#getBoolean Database#getTimestamp
    Database#getDate Database#getMetaData Database#setAutoCommit Database#commit Database#rollback Database#executeBatch Database#getGeneratedKeys
    Database#isClosed Database#wasNull Database#getColumnCount Database#getColumnName Database#setMaxRows Database#clearParameters Database#getResultSet Database#getUpdateCount
    Client#close Client#version Command#environment_ Command#inheritIO Command#redirectErrorStream Command#command_ java.lang.ProcessHandle.current
    java.lang.System.exit java.lang.System.currentTimeMillis java.lang.System.nanoTime java.lang.System.lineSeparator java.lang.System.identityHashCode java.lang.System.arraycopy java.lang.System.gc
    java.lang.System.setOut java.lang.System.setErr java.lang.System.setIn java.lang.System.getProperties java.lang.System.console java.lang.System.setProperty java.lang.System.clearProperty java.lang.System.getLogger
    java.net.InetAddress.getLoopbackAddress java.net.InetAddress.getLocalHost java.net.NetworkInterface.getNetworkInterfaces
    java.nio.file.StandardOpenOption.* java.nio.file.StandardCopyOption.* java.nio.file.FileVisitResult.* java.nio.file.SimpleFileVisitor java.nio.file.FileSystems.getDefault
    java.nio.file.SimpleFileVisitor.* java.nio.file.attribute.PosixFilePermissions.* java.net.http.HttpResponse.BodyHandlers.* java.net.http.HttpClient.Redirect.* java.net.http.HttpClient.Version.*
    java.lang.ProcessBuilder.Redirect.* java.lang.Thread java.lang.Thread.* Environ#containsKey Environ#isEmpty Environ#size Environ#keySet java.io.File.separator java.io.File.pathSeparator java.nio.file.FileVisitOption.*`,
})
