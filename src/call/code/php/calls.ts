import { readTable } from '../entry.ts'

/** What calls into PHP's extensions and well-known packages do, in the notation of `entry.ts`; all in small letters. */
export const PHP_CALLS = readTable({
  'read:0 -> Data': `file_get_contents file readfile parse_ini_file highlight_file show_source php_strip_whitespace readlink md5_file sha1_file hash_file hash_hmac_file
    simplexml_load_file gzfile readgzfile getimagesize exif_read_data exif_thumbnail exif_imagetype imagecreatefrompng imagecreatefromjpeg imagecreatefromgif
    imagecreatefromwebp yaml_parse_file finfo_file mime_content_type hash_update_file get_meta_tags`,
  'read:0 -> File:0': 'gzopen bzopen opendir dir',
  'read:1': 'finfo#file',
  'read:0': 'Dom#load Dom#loadhtmlfile Xml#open',
  'write:0': 'Dom#save Dom#savehtmlfile touch',
  'write:1 ': 'imagepng imagejpeg imagegif imagewebp imagebmp imageavif',
  '-> Dom': 'domdocument dom.htmldocument dom.xmldocument',
  '-> Xml': 'xmlreader xmlwriter',
  'names:0 -> Data': `file_exists is_file is_dir is_link is_readable is_writable is_writeable is_executable filesize filemtime fileatime filectime
    fileperms fileowner filegroup fileinode filetype stat lstat linkinfo realpath_cache_get`,
  'write:0 ': 'file_put_contents',
  'delete:0': 'unlink rmdir',
  'move:0,1': 'rename move_uploaded_file',
  'copy:0,1': 'copy symlink link',
  'directory:0': 'mkdir',
  'access:0': 'chmod chown chgrp lchown lchgrp',
  'shell:0 -> Data': 'exec shell_exec system passthru',
  'shell:0 -> File': 'popen',
  'fetch:0 -> Data': `get_headers checkdnsrr dns_check_record dns_get_record dns_get_mx getmxrr gethostbyname gethostbynamel gethostbyaddr`,
  'connect:0 -> Socket':
    'fsockopen pfsockopen stream_socket_client ftp_connect ftp_ssl_connect ssh2_connect ldap_connect imap_open',
  'connect:1': 'socket_connect socket_sendto',
  'listen:0 -> Socket': 'stream_socket_server',
  'listen:1': 'socket_bind',
  'listen:0': 'socket_create_listen socket_listen',
  '-> Socket': 'socket_create',
  'unread:0': `create_function extract parse_str dl ffi ffi.cdef ffi.load pcntl_exec pcntl_fork pcntl_signal pcntl_alarm posix_setuid posix_setgid posix_seteuid posix_setegid
    posix_mkfifo posix_mknod proc_nice proc_terminate link_off apache_setenv virtual runkit_function_redefine runkit7_function_redefine uopz_set_return
    unserialize igbinary_unserialize msgpack_unpack yaml_parse eval_text phar phardata phar.loadphar phar.mapphar shmop_open shm_attach msg_send mail mb_send_mail imap_mail
    socket_write socket_send fputs_socket ssh2_exec ssh2_scp_send ssh2_scp_recv ftp_put ftp_get ftp_fput ftp_delete ldap_add ldap_delete ldap_modify
    opcache_compile_file opcache_invalidate opcache_reset reflectionfunction reflectionmethod reflectionclass reflectionobject reflectionproperty new curl_multi_exec soapclient soapserver
    error_log syslog openlog stream_wrapper_register stream_filter_append stream_filter_register session_start session_set_save_handler
    ziparchive imagick com com_dotnet mysql_query imap_delete register_tick_function declare_ticks spl_autoload_register_text
    iterator_apply assert_options header_register_callback sapi_windows_generate_ctrl_event openssl_pkey_get_private openssl_pkcs12_read`,
  'end-process': 'posix_kill pcntl_signal_dispatch',
  'environment:0': 'phpinfo phpcredits',
  computes: `File#* Data#* Dom#* Xml#* Iterator#* Process#* Statement#* Response#* Request#* escapeshellarg escapeshellcmd clearstatcache fclose feof fgetc fgetcsv fgets fpassthru
    fread fscanf fseek fstat ftell ftruncate fwrite fputs fputcsv rewind flock fflush fsync fdatasync closedir readdir rewinddir gzclose gzread gzwrite gzgets gzeof
    bzread bzwrite bzclose proc_close proc_get_status pclose set_file_buffer stream_get_contents stream_get_line stream_set_blocking stream_set_timeout
    stream_get_meta_data stream_select stream_copy_to_stream stream_context_create stream_context_set_option realpath_cache_size
    curl_setopt_array curl_error curl_errno curl_getinfo curl_close curl_reset curl_version curl_strerror curl_escape curl_unescape curl_multi_init curl_multi_close
    socket_close socket_accept socket_read socket_last_error socket_strerror socket_set_option socket_recv socket_getpeername
    Database#setattribute Database#getattribute Database#begintransaction Database#commit Database#rollback Database#lastinsertid Database#close
    Database#quote Database#intransaction Database#errorinfo Database#errorcode Database#real_escape_string Database#set_charset Database#escapestring
    pdo.getavailabledrivers finfo finfo_open finfo_close Collection#* ignore_user_abort_off debugger enum_off Socket#close spl_autoload_unregister libxml_disable_entity_loader
    session_id session_status session_destroy_off pcntl_wait pcntl_waitpid pcntl_async_signals Logger#* Console#* Client#getconfig`,
  'sql:0 -> Statement': `Database#exec Database#query Database#prepare Database#real_query Database#multi_query Database#queryexec Database#querysingle Database#select Database#statement
    Database#insert Database#update Database#delete Database#unprepared`,
  'sql:1 -> Statement':
    'mysqli_query mysqli_real_query mysqli_multi_query mysqli_prepare pg_query pg_query_params pg_prepare pg_send_query sqlite_query odbc_exec odbc_prepare',
  'connect:0 -> Database':
    'mysqli mysqli_connect pg_connect pg_pconnect odbc_connect mysql_connect oci_connect sqlsrv_connect mongodb.client predis.client redis',
  'read:0 -> Database': 'sqlite3 sqlite_open',
  'fetch:1 -> Response': 'Client#request_',
  'fetch:0 -> Response':
    'Client#get Client#head Client#getasync illuminate.support.facades.http.get illuminate.support.facades.http.head',
  'send:0 -> Response': `Client#post Client#put Client#patch Client#delete Client#postasync illuminate.support.facades.http.post illuminate.support.facades.http.put
    illuminate.support.facades.http.patch illuminate.support.facades.http.delete`,
  '-> Client':
    'guzzlehttp.client symfony.component.httpclient.httpclient.create illuminate.support.facades.http.withheaders illuminate.support.facades.http.withtoken illuminate.support.facades.http.timeout illuminate.support.facades.http.acceptjson',
  '-> Collection': 'collect illuminate.support.facades.collect',
  'shell:0 -> Process': 'symfony.component.process.process.fromshellcommandline illuminate.support.facades.process.run',
  'program:0 -> Process': 'symfony.component.process.process',
  'read:0 -> Data ': `symfony.component.yaml.yaml.parsefile illuminate.support.facades.file.get illuminate.support.facades.storage.get illuminate.support.facades.file.json
    symfony.component.finder.finder.in`,
  'write:0  ':
    'illuminate.support.facades.file.put illuminate.support.facades.storage.put illuminate.support.facades.file.append',
  'delete:0 ': 'illuminate.support.facades.file.delete illuminate.support.facades.storage.delete Filesystem#delete_',
  'delete-tree:0':
    'illuminate.support.facades.file.deletedirectory illuminate.support.facades.file.cleandirectory illuminate.support.facades.storage.deletedirectory Filesystem#remove',
  '-> Filesystem': 'symfony.component.filesystem.filesystem illuminate.filesystem.filesystem',
  'copy:0,1 ': 'Filesystem#copy Filesystem#mirror Filesystem#symlink illuminate.support.facades.file.copy',
  'move:0,1 ': 'Filesystem#rename illuminate.support.facades.file.move',
  'directory:0 ': 'Filesystem#mkdir illuminate.support.facades.file.makedirectory',
  'write:0   ': 'Filesystem#dumpfile Filesystem#touch',
  'append:0': 'Filesystem#appendtofile',
  'access:0 ': 'Filesystem#chmod Filesystem#chown',
  'names:0': 'Filesystem#exists',
  'sql:0': `illuminate.support.facades.db.statement illuminate.support.facades.db.unprepared illuminate.support.facades.db.select illuminate.support.facades.db.insert
    illuminate.support.facades.db.update illuminate.support.facades.db.delete any#exec any#query any#executestatement any#executequery any#statement any#unprepared`,
  '-> Logger': 'monolog.logger psr.log.nulllogger',
  '-> Console':
    'symfony.component.console.application symfony.component.console.command.command symfony.component.console.style.symfonystyle',
  'unread:0 ': `illuminate.support.facades.artisan.call any#shell_exec any#system any#passthru any#unlink any#rmdir any#deletedirectory any#forcedelete any#truncate any#dropifexists any#drop
    any#flushall any#flushdb any#invoke any#invokeargs any#newinstance any#newinstanceargs any#extractto any#setsaveptah any#send any#upload any#put any#post any#destroy any#delete
    any#file_put_contents any#__call any#evaluate any#getreflectionmethod Socket#write any#move any#save any#insert any#update any#remove any#sendmail any#addattachment`,
})
