/**
 * Functions and classes of PHP's extensions that read, write, run and contact nothing by themselves, by the extension they
 * belong to. What acts in an extension stands in `calls.ts`; what stands in neither is not understood.
 */
const GROUPS = {
  'the language and its values': `die exit isset empty unset list array print echo compact count sizeof gettype get_debug_type settype var_dump
    var_export print_r debug_zval_refcount debug_print_backtrace debug_backtrace intval floatval doubleval strval boolval is_int is_integer
    is_long is_float is_double is_string is_bool is_array is_object is_null is_numeric is_scalar is_iterable is_countable
    is_resource is_callable serialize func_get_args func_get_arg func_num_args function_exists class_exists interface_exists trait_exists
    enum_exists method_exists property_exists get_class get_parent_class get_object_vars get_class_vars get_class_methods
    get_called_class is_a is_subclass_of defined constant define error_reporting error_log_off trigger_error user_error
    set_error_handler set_exception_handler restore_error_handler restore_exception_handler gc_collect_cycles gc_enable gc_disable gc_enabled gc_status gc_mem_caches
    get_resource_type get_resource_id get_resources zend_version get_loaded_extensions extension_loaded get_extension_funcs get_defined_constants
    get_declared_classes get_declared_interfaces get_declared_traits get_mangled_object_vars error_get_last error_clear_last
    strlen strcmp strncmp strcasecmp strncasecmp each class_alias`,
  text: `addcslashes addslashes bin2hex chop chr chunk_split convert_uudecode convert_uuencode count_chars crc32 crypt explode
    hex2bin html_entity_decode htmlentities htmlspecialchars_decode htmlspecialchars implode join lcfirst levenshtein localeconv ltrim md5
    metaphone money_format nl_langinfo nl2br number_format ord parse_str_off printf quoted_printable_decode quoted_printable_encode quotemeta
    rtrim setlocale sha1 similar_text soundex sprintf sscanf str_contains str_decrement str_increment str_ends_with str_getcsv str_ireplace
    str_pad str_repeat str_replace str_rot13 str_shuffle str_split str_starts_with str_word_count strchr strcoll strcspn strip_tags
    stripcslashes stripos stripslashes stristr strnatcasecmp strnatcmp strpbrk strpos strrchr strrev strripos strrpos strspn strstr strtok
    strtolower strtoupper strtr substr substr_compare substr_count substr_replace trim ucfirst ucwords utf8_decode utf8_encode vprintf vsprintf
    wordwrap nl2br lcg_value uniqid ctype_alnum ctype_alpha ctype_cntrl ctype_digit ctype_graph ctype_lower ctype_print ctype_punct
    ctype_space ctype_upper ctype_xdigit hebrev get_html_translation_table`,
  arrays: `array_chunk array_change_key_case array_column array_combine array_count_values array_diff array_diff_assoc array_diff_key array_fill
    array_fill_keys array_flip array_intersect array_intersect_assoc array_intersect_key array_is_list array_key_exists array_key_first
    array_key_last array_keys array_merge array_merge_recursive array_multisort array_pad array_pop array_product array_push array_rand
    array_replace array_replace_recursive array_reverse array_search array_shift array_slice array_splice array_sum array_unique array_unshift
    array_values arsort asort current end in_array key key_exists krsort ksort natcasesort natsort next pos prev range reset rsort shuffle sort array_first array_last`,
  'mathematics and chance': `abs acos acosh asin asinh atan atan2 atanh base_convert bindec ceil cos cosh decbin dechex decoct deg2rad exp expm1 fdiv floor fmod fpow
    hexdec hypot intdiv is_finite is_infinite is_nan log log10 log1p max min octdec pi pow rad2deg round sin sinh sqrt tan tanh mt_getrandmax
    mt_rand mt_srand rand srand getrandmax random_int random_bytes bcadd bccomp bcdiv bcdivmod bcmod bcmul bcpow bcpowmod bcround bcscale bcsqrt bcsub bcceil bcfloor
    gmp_abs gmp_add gmp_and gmp_binomial gmp_clrbit gmp_cmp gmp_com gmp_div gmp_div_q gmp_div_qr gmp_div_r gmp_divexact gmp_export gmp_fact gmp_gcd gmp_gcdext gmp_hamdist
    gmp_import gmp_init gmp_intval gmp_invert gmp_jacobi gmp_kronecker gmp_lcm gmp_legendre gmp_mod gmp_mul gmp_neg gmp_nextprime gmp_or
    gmp_perfect_power gmp_perfect_square gmp_popcount gmp_pow gmp_powm gmp_prob_prime gmp_random_bits gmp_random_range gmp_root gmp_rootrem
    gmp_scan0 gmp_scan1 gmp_setbit gmp_sign gmp_sqrt gmp_sqrtrem gmp_strval gmp_sub gmp_testbit gmp_xor`,
  dates: `checkdate date date_add date_create date_create_from_format date_create_immutable date_create_immutable_from_format date_date_set
    date_default_timezone_get date_default_timezone_set date_diff date_format date_get_last_errors date_interval_create_from_date_string
    date_interval_format date_isodate_set date_modify date_offset_get date_parse date_parse_from_format date_sub date_sun_info date_sunrise date_sunset
    date_time_set date_timestamp_get date_timestamp_set date_timezone_get date_timezone_set getdate gettimeofday gmdate gmmktime
    gmstrftime hrtime idate localtime microtime mktime strftime strptime strtotime time timezone_abbreviations_list timezone_identifiers_list
    timezone_location_get timezone_name_from_abbr timezone_name_get timezone_offset_get timezone_open timezone_transitions_get timezone_version_get
    cal_days_in_month cal_from_jd cal_info cal_to_jd easter_date easter_days frenchtojd gregoriantojd jddayofweek jdmonthname jdtofrench
    jdtogregorian jdtojewish jdtojulian jdtounix jewishtojd juliantojd unixtojd
    datetime datetimeimmutable datetimezone dateinterval dateperiod datetimeinterface`,
  'patterns, encodings and formats': `preg_filter preg_grep preg_last_error preg_last_error_msg preg_match preg_match_all preg_quote preg_replace preg_split
    mb_check_encoding mb_chr mb_convert_case mb_convert_encoding mb_convert_kana mb_convert_variables mb_decode_mimeheader mb_decode_numericentity mb_detect_encoding
    mb_detect_order mb_encode_mimeheader mb_encode_numericentity mb_encoding_aliases mb_ereg mb_ereg_match mb_eregi mb_get_info mb_http_input
    mb_http_output mb_internal_encoding mb_language mb_lcfirst mb_list_encodings mb_ltrim mb_ord mb_output_handler mb_preferred_mime_name
    mb_regex_encoding mb_regex_set_options mb_rtrim mb_scrub mb_split mb_str_pad mb_str_split mb_strcut mb_strimwidth mb_stripos mb_stristr mb_strlen
    mb_strpos mb_strrchr mb_strrichr mb_strripos mb_strrpos mb_strstr mb_strtolower mb_strtoupper mb_strwidth mb_substitute_character mb_substr
    mb_substr_count mb_trim mb_ucfirst iconv iconv_get_encoding iconv_mime_decode iconv_mime_encode iconv_set_encoding iconv_strlen iconv_strpos iconv_strrpos iconv_substr
    json_decode json_encode json_last_error json_last_error_msg json_validate base64_encode http_build_query parse_url rawurlencode rawurldecode
    urlencode urldecode get_headers_off pack unpack yaml_emit ctype token_get_all token_name utf8_encode igbinary_serialize msgpack_pack
    filter_has_var filter_id filter_list filter_var filter_var_array highlight_string php_strip_whitespace_off
    idn_to_ascii idn_to_utf8 normalizer_normalize transliterator_transliterate grapheme_strlen grapheme_substr grapheme_strpos grapheme_str_split
    numfmt_create numfmt_format collator_create intdiv locale_get_default locale_set_default
    numberformatter collator normalizer locale intldateformatter messageformatter transliterator intlcalendar intlchar resourcebundle spoofchecker breakiterator intlbreakiterator
    jsonexception stringable jsonserializable gettext ngettext dgettext textdomain _`,
  'hashes and ciphers': `hash hash_algos hash_copy hash_equals hash_final hash_hkdf hash_hmac hash_hmac_algos hash_init hash_pbkdf2 hash_update
    password_get_info password_hash password_needs_rehash password_verify password_algos openssl_cipher_iv_length openssl_cipher_key_length openssl_decrypt openssl_digest
    openssl_encrypt openssl_error_string openssl_get_cipher_methods openssl_get_md_methods openssl_pkey_new openssl_private_encrypt openssl_public_decrypt openssl_public_encrypt
    openssl_random_pseudo_bytes openssl_sign openssl_verify sodium_crypto_secretbox sodium_crypto_secretbox_open sodium_crypto_generichash sodium_crypto_sign
    sodium_bin2hex sodium_hex2bin sodium_crypto_box sodium_crypto_pwhash gzcompress gzuncompress gzdeflate gzinflate gzencode gzdecode
    zlib_encode zlib_decode bzcompress bzdecompress deflate_init deflate_add`,
  'objects of the standard library': `arrayobject arrayiterator appenditerator cachingiterator callbackfilteriterator emptyiterator filteriterator generator
    infiniteiterator iteratoriterator limititerator multipleiterator norewinditerator parentiterator recursivearrayiterator recursivecachingiterator
    recursivecallbackfilteriterator recursiveiteratoriterator recursiveregexiterator recursivetreeiterator regexiterator spldoublylinkedlist splstack splqueue splheap
    splmaxheap splminheap splpriorityqueue splfixedarray splobjectstorage splsubject splobserver weakmap weakreference stdclass closure fiber
    iterator_apply_off iterator_count iterator_to_array spl_classes spl_object_hash spl_object_id class_implements class_parents class_uses
    iterator iteratoraggregate traversable arrayaccess countable serializable unitenum backedenum
    exception errorexception error argumentcounterror arithmeticerror assertionerror divisionbyzeroerror typeerror valueerror unhandledmatcherror
    badfunctioncallexception badmethodcallexception domainexception invalidargumentexception lengthexception logicexception outofboundsexception
    outofrangeexception overflowexception rangeexception runtimeexception underflowexception unexpectedvalueexception throwable pdoexception
    attribute sensitiveparameter allowdynamicproperties override returntypewillchange`,
  'what is printed, and what the process says of itself': `flush ob_clean ob_end_clean ob_end_flush ob_flush ob_get_clean ob_get_contents ob_get_flush ob_get_length
    ob_get_level ob_get_status ob_implicit_flush ob_list_handlers output_reset_rewrite_vars header headers_sent headers_list header_remove http_response_code
    setcookie setrawcookie header_register_callback_off connection_status connection_aborted ignore_user_abort set_time_limit sleep usleep time_nanosleep
    time_sleep_until php_sapi_name php_uname phpversion php_ini_loaded_file php_ini_scanned_files memory_get_usage memory_get_peak_usage memory_reset_peak_usage getmypid getmyuid getmygid
    getmyinode getlastmod getrusage get_current_user get_cfg_var get_include_path sys_getloadavg sys_get_temp_dir ini_get ini_get_all ini_restore ini_parse_quantity
    version_compare posix_getpid posix_getppid posix_getuid posix_geteuid posix_getgid posix_getegid posix_isatty posix_times posix_uname posix_strerror posix_getcwd
    getopt cli_get_process_title cli_set_process_title stream_get_wrappers stream_get_transports stream_get_filters stream_is_local
    stream_context_get_options stream_isatty sapi_windows_vt100_support getservbyname getservbyport getprotobyname getprotobynumber inet_ntop
    inet_pton ip2long long2ip net_get_interfaces_off gethostname umask getcwd basename pathinfo fnmatch is_uploaded_file disk_free_space disk_total_space opcache_get_status`,
  'documents and pictures in memory': `simplexml_load_string simplexml_import_dom xml_parser_create xml_parse xml_parser_free xml_error_string xml_get_error_code
    libxml_use_internal_errors libxml_get_errors libxml_clear_errors dom_import_simplexml simplexmlelement simplexmliterator domelement domnode domnodelist domattr domtext domxpath
    domdocumentfragment domimplementation domexception imagecreate imagecreatetruecolor imagecolorallocate imagecolorallocatealpha imagesx imagesy
    imagefill imagefilledrectangle imagefilledellipse imageline imagerectangle imagestring imagettfbbox imagecopy imagecopyresampled imagecopyresized imagescale
    imagerotate imagecrop imageflip imagefilter imagedestroy imagealphablending imagesavealpha imagecolortransparent imagecreatefromstring imagecolorat imagesetpixel
    getimagesizefromstring image_type_to_mime_type image_type_to_extension gd_info finfo_buffer`,
  'packages that compute, format and define': `illuminate.support illuminate.contracts illuminate.collections carbon nesbot ramsey.uuid brick.math league.commonmark
    parsedown twig.error symfony.component.string symfony.component.yaml.exception symfony.component.console.input symfony.component.console.output symfony.component.console.style
    symfony.component.console.helper symfony.component.console.attribute symfony.component.optionsresolver symfony.component.propertyaccess symfony.component.serializer symfony.component.validator
    symfony.component.uid symfony.component.stopwatch symfony.component.eventdispatcher symfony.component.httpfoundation symfony.component.routing
    psr doctrine.common.collections doctrine.inflector doctrine.lexer nikic.fastroute phpparser monolog.level monolog.formatter monolog.processor faker webmozart.assert
    myclabs.enum moneyphp money league.csv.exception ralouphie dflydev opis.closure_off`,
  'tests: they run the functions they are given': `phpunit pest expect it test describe beforeeach aftereach mockery prophecy codeception.test codeception.attribute`,
} as const

/** Below these something acts: only what the table says of it is understood. */
const ACTS = 'illuminate.support.facades phpunit.textui phpunit.runner illuminate.support.process'.split(' ')

export const CANNOT_ACT: ReadonlySet<string> = new Set([
  ...Object.values(GROUPS)
    .flatMap((names) => names.split(/\s+/))
    .filter((name) => name !== '' && !name.endsWith('_off')),
  ...ACTS.map((name) => `-${name}`),
])
