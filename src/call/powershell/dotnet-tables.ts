/**
 * Types that compute, hold data or describe: none of their static methods and constructors touches a file, a process or
 * a host by itself. By namespace, without `System.`; a type that is not here is not understood.
 */
const PURE: Readonly<Record<string, string>> = {
  '': `math mathf string char convert datetime datetimeoffset dateonly timeonly timespan timezoneinfo guid version uri
    uribuilder urikind bool boolean int int16 int32 int64 uint16 uint32 uint64 uint short long ushort ulong byte sbyte
    double single float decimal half intptr uintptr object enum array random bigint nullable tuple valuetuple exception
    argumentexception argumentnullexception argumentoutofrangeexception invalidoperationexception formatexception
    notsupportedexception notimplementedexception applicationexception systemexception unauthorizedaccessexception
    timeoutexception operationcanceledexception overflowexception dividebyzeroexception indexoutofrangeexception
    nullreferenceexception arithmeticexception outofmemoryexception aggregateexception
    regex hashtable list dictionary ordered bitconverter console consolecolor consolekey
    datetimekind dayofweek xml ipaddress mailaddress securestring pscredential wildcardpattern semver switch void type
    runtimetype stringcomparison stringcomparer stringsplitoptions midpointrounding environment
    environment+specialfolder environmentvariabletarget stopwatch psconsolereadline adsi adsisearcher pstypename
    parameter alias cmdletbinding outputtype mandatory validateset validatepattern validaterange validatenotnull
    validatenotnullorempty validatenotnullorwhitespace validatecount validatelength validatescript cultureinfo textinfo
    buffer gc lazy dbnull base64formattingoptions osplatform
    runtimeinformation ref psobject pscustomobject cimsession ciminstance cimclass index range memory span
    operatingsystem platformid progress attribute flags flagsattribute eventargs psvariable`,
  numerics: 'biginteger complex vector2 vector3 vector4 matrix3x2 matrix4x4 quaternion',
  text: 'stringbuilder encoding utf8encoding asciiencoding unicodeencoding utf32encoding utf7encoding encodinginfo rune normalizationform',
  'text.regularexpressions': 'regex regexoptions match matchcollection group capture matchevaluator',
  'text.json': 'jsonserializer jsonserializeroptions jsondocument jsonelement jsonexception jsonnamingpolicy',
  'text.json.nodes': 'jsonnode jsonobject jsonarray jsonvalue',
  'text.encodings.web': 'htmlencoder urlencoder javascriptencoder',
  globalization:
    'cultureinfo textinfo numberstyles datetimestyles calendar gregoriancalendar regioninfo compareinfo compareoptions isoweek numberformatinfo datetimeformatinfo calendarweekrule stringinfo unicodecategory charunicodeinfo',
  io: 'path memorystream stringreader stringwriter binaryreader binarywriter streamreader fileinfo directoryinfo driveinfo drivetype searchoption fileattributes filemode fileaccess fileshare seekorigin ioexception filenotfoundexception directorynotfoundexception',
  'io.compression': 'gzipstream deflatestream compressionmode compressionlevel brotlistream zlibstream',
  collections:
    'arraylist hashtable queue stack sortedlist bitarray dictionaryentry comparer icollection ienumerable ilist idictionary structuralcomparisons caseinsensitivecomparer',
  'collections.generic':
    'list dictionary hashset sortedset sortedlist sorteddictionary queue stack linkedlist linkedlistnode keyvaluepair priorityqueue comparer equalitycomparer ienumerable ilist idictionary ireadonlylist',
  'collections.concurrent': 'concurrentdictionary concurrentbag concurrentqueue concurrentstack blockingcollection',
  'collections.specialized':
    'ordereddictionary namevaluecollection stringcollection stringdictionary listdictionary hybriddictionary bitvector32',
  'collections.objectmodel': 'collection readonlycollection observablecollection readonlydictionary keyedcollection',
  'collections.immutable': 'immutablelist immutabledictionary immutablearray immutablehashset',
  linq: 'enumerable ienumerable lookup',
  'xml.linq': 'xdocument xelement xattribute xname xnamespace xnode xcomment xcdata xtext saveoptions loadoptions',
  xml: 'xmldocument xmlelement xmlattribute xmlnode xmlnodelist xmltext xmlcomment xmlnamespacemanager xmlwritersettings xmlreadersettings xmlconvert formatting xmlnodetype nametable xmldeclaration xmlexception dtdprocessing newlinehandling conformancelevel',
  'xml.schema': 'xmlschema xmlschemaset validationeventargs xmlseveritytype',
  net: 'ipaddress ipendpoint dnsendpoint securityprotocoltype servicepointmanager networkcredential webutility httpstatuscode cookie cookiecontainer webheadercollection decompressionmethods ipnetwork webexception',
  'net.mail': 'mailaddress mailmessage mailpriority attachment',
  'net.http': 'httpmethod stringcontent formurlencodedcontent httprequestexception',
  'net.http.headers': 'authenticationheadervalue mediatypeheadervalue mediatypewithqualityheadervalue',
  'net.networkinformation':
    'networkinterface ipglobalproperties ping pingoptions networkinterfacetype operationalstatus ipstatus tcpstate',
  'net.sockets': 'addressfamily sockettype protocoltype socketexception',
  web: 'httputility',
  security: 'securestring',
  'security.principal':
    'windowsidentity windowsprincipal windowsbuiltinrole securityidentifier ntaccount identityreference wellknownsidtype genericprincipal genericidentity tokenaccesslevels',
  'security.accesscontrol':
    'filesystemaccessrule registryaccessrule filesystemrights inheritanceflags propagationflags accesscontroltype filesystemsecurity directorysecurity filesecurity registrysecurity registryrights accessrule auditrule auditflags filesystemauditrule accesscontrolsections',
  'security.cryptography':
    'sha1 sha256 sha384 sha512 md5 sha1managed sha256managed sha512managed sha384managed md5cryptoserviceprovider sha1cryptoserviceprovider sha256cryptoserviceprovider sha512cryptoserviceprovider hashalgorithm hashalgorithmname hmacsha1 hmacsha256 hmacsha384 hmacsha512 hmacmd5 randomnumbergenerator rngcryptoserviceprovider aes aesmanaged aesgcm aescryptoserviceprovider rijndaelmanaged tripledes ciphermode paddingmode cryptostreammode cryptostream rsa rsacng rsacryptoserviceprovider rsaencryptionpadding rsasignaturepadding ecdsa eccurve rfc2898derivebytes oid oidcollection cryptographicexception symmetricalgorithm cspparameters frombase64transform tobase64transform',
  'security.cryptography.x509certificates':
    'x509certificate x509chain x509chainpolicy x509contenttype x509findtype x509keyusageflags x509revocationmode storename storelocation openflags x509extension x509nametype x500distinguishedname certificaterequest x509keystorageflags',
  'management.automation':
    'psobject pscredential errorrecord errorcategory commandmetadata commandtypes parametermetadata proxycommand wildcardpattern wildcardoptions semanticversion psserializer automationnull switchparameter psmemberset psmembertypes psnoteproperty psscriptproperty psaliasproperty psscriptmethod completionresult completionresulttype argumentcompleter argumentcompleterattribute jobstate signature signaturestatus validationmetadataexception runtimeexception parameterbindingexception itemnotfoundexception actionpreference actionpreferencestopexception breakpoint linebreakpoint hosthelper methodinvocationexception parameterattribute validatesetattribute runtimedefinedparameter runtimedefinedparameterdictionary scopeditemoptions psvariable psreference invocationinfo pstypename',
  'management.automation.host':
    'choicedescription coordinates size rectangle buffercell fielddescription keyinfo readkeyoptions psthreadoptions',
  'management.automation.language':
    'parser token tokenkind parseerror scriptblockast ast commandast functiondefinitionast variableexpressionast assignmentstatementast codegeneration stringconstantexpressionast typedefinitionast parameterast',
  'management.automation.runspaces': 'runspace initialsessionstate sessionstatevariableentry',
  management: 'managementdatetimeconverter',
  'microsoft.management.infrastructure': 'cimsession ciminstance cimclass cimtype cimflags',
  diagnostics:
    'stopwatch fileversioninfo datareceivedeventargs processwindowstyle processpriorityclass eventlogentrytype tracelevel',
  threading:
    'thread cancellationtokensource cancellationtoken mutex semaphore semaphoreslim manualresetevent autoresetevent countdownevent interlocked monitor readerwriterlockslim timer apartmentstate threadpriority barrier manualreseteventslim waithandle',
  'threading.tasks':
    'task taskfactory taskcontinuationoptions taskcreationoptions parallel paralleloptions taskcompletionsource',
  timers: 'timer',
  drawing:
    'point pointf size sizef rectangle rectanglef color bitmap image font fontstyle fontfamily brush brushes solidbrush pen pens graphics graphicsunit stringformat knowncolor systemcolors icon systemicons contentalignment stringalignment',
  'drawing.imaging': 'imageformat pixelformat imagecodecinfo encoderparameters encoderparameter encoder',
  'drawing.drawing2d': 'smoothingmode interpolationmode graphicspath lineargradientbrush matrix',
  'windows.forms':
    'form button label textbox checkbox combobox listbox listview listviewitem radiobutton groupbox panel tabcontrol tabpage messagebox messageboxbuttons messageboxicon dialogresult openfiledialog savefiledialog folderbrowserdialog application cursor cursors screen systeminformation notifyicon tooltipicon timer progressbar datetimepicker richtextbox datagridview menustrip toolstripmenuitem statusstrip picturebox anchorstyles dockstyle formstartposition formborderstyle keys clipboard systemcolors tablelayoutpanel flowlayoutpanel numericupdown treeview treenode padding',
  data: 'datatable dataset datacolumn datarow dataview datarowview commandtype sqldbtype dbtype datarelation',
  'data.sqlclient': 'sqlconnection sqlconnectionstringbuilder sqlcommand sqldataadapter sqlparameter sqlexception',
  componentmodel:
    'win32exception listsortdirection backgroundworker descriptionattribute canceleventargs typeconverter typedescriptor',
  directoryservices:
    'directoryentry directorysearcher searchscope searchresult searchresultcollection activedirectorysecurity',
  'directoryservices.activedirectory': 'domain forest domaincontroller directorycontext directorycontexttype',
  'directoryservices.accountmanagement':
    'principalcontext contexttype userprincipal groupprincipal computerprincipal principalsearcher identitytype',
  media: 'systemsounds soundplayer',
  'speech.synthesis': 'speechsynthesizer voicegender voiceage',
  reflection: 'assemblyname bindingflags',
  'runtime.interopservices': 'runtimeinformation osplatform architecture',
  'runtime.compilerservices': 'runtimehelpers',
  'microsoft.powershell': 'psconsolereadline executionpolicy executionpolicyscope',
  'microsoft.powershell.commands':
    'webrequestmethod htmlwebresponseobject basichtmlwebresponseobject webrequestsession filesystemprovider groupinfo matchinfo measureinfo genericmeasureinfo textmeasureinfo historyinfo modulespecification jsonobject webauthenticationtype',
  'microsoft.win32': 'registryhive registryview registryvaluekind registryvalueoptions systemevents',
}

const pure = new Set(
  Object.entries(PURE).flatMap(([namespace, names]) =>
    names.split(/\s+/).map((name) => (namespace === '' ? name : `${namespace}.${name.toLowerCase()}`)),
  ),
)

/** Types that may be made because whatever is done with them later is judged by its method. */
const MADE = new Set(
  `net.webclient net.http.httpclient net.http.httpclienthandler net.http.httprequestmessage net.http.multipartformdatacontent
  net.mail.smtpclient diagnostics.process diagnostics.processstartinfo diagnostics.performancecounter io.filesystemwatcher
  io.filestream io.streamwriter io.compression.ziparchive management.automation.powershell
  management.managementobjectsearcher management.managementobject management.managementclass management.managementscope
  management.managementpath management.objectquery management.connectionoptions
  security.cryptography.x509certificates.x509certificate2 security.cryptography.x509certificates.x509store
  xml.xmltextwriter xml.xmltextreader xml.xmlnodereader xml.serialization.xmlserializer
  web.script.serialization.javascriptserializer windows.window data.odbc.odbcconnection
  data.oledb.oledbconnection`.split(/\s+/),
)

export function isMade(type: string): boolean {
  return MADE.has(type)
}

/** Types that open the file, or fetch from the address, that they are made of. */
export const OPENS: ReadonlySet<string> = new Set(
  `security.cryptography.x509certificates.x509certificate2 security.cryptography.x509certificates.x509certificate
  xml.xmltextreader drawing.bitmap drawing.icon media.soundplayer`.split(/\s+/),
)

/** A type by its lower-case name without `System.`. */
export function isPureType(type: string): boolean {
  return pure.has(type)
}

/** Methods of ordinary objects that read or compute. A method that is not here, and has no meaning of its own, is opaque. */
export const HARMLESS_METHODS: ReadonlySet<string> = new Set(
  `tostring equals gethashcode compareto split replace trim trimstart trimend substring tolower toupper tolowerinvariant toupperinvariant contains containskey containsvalue startswith endswith indexof lastindexof indexofany insert remove removeat removerange removeall padleft padright tochararray join concat format clone copyto add addrange addlast addfirst tryadd trygetvalue clear count item get getvalue getvalues getenumerator movenext reset toarray tolist sort reverse foreach where adddays addhours addminutes addseconds addmonths addyears addmilliseconds addticks subtract tolocaltime touniversaltime toshortdatestring tolongdatestring toshorttimestring tolongtimestring todatetime tofiletime tobinary totalseconds getlength getupperbound getlowerbound get_item set_item getnetworkcredential appendchar makereadonly append appendline appendformat push pop peek enqueue dequeue union intersectwith exceptwith first last min max sum average any all select selectnodes selectsinglenode getattribute getelementsbytagname createelement appendchild innertext xpath matches match ismatch groups success nextmatch read readline readtoend readbyte readblock write writeline flush close dispose getstream getresponse getresponsestream getbytes getstring getchars encode decode escapedatastring round floor ceiling abs truncate pow sqrt isnullorempty isnullorwhitespace next nextdouble nextbytes newguid parse tryparse fromoadate getnames isdefined getfiles getdirectories enumeratefiles refresh waitforexit waitforstatus hasexited getcurrentprocess getaccessrules getowner getgroup getsddlform translate isinrole findall findone getobject memberwiseclone aslist psbase psobject getsteppablepipeline reportprogress begin end process gettypecode getenumvalues start_timer elapsed stopwatch restart getinvocationlist revertline accept acceptline insert ding addtohistory getbufferstate setcursorposition cancelline deletechar setmark digestargument converttodatetime converttofiletime addaccessrule setaccessrule setaccessruleprotection removeaccessrule purgeaccessrules setowner headers headers.add getheaders computehash transformfinalblock createdecryptor createencryptor seek setlength createnavigator normalize load loadxml adduser getdrives getparent getrelative getextension findscripts getdefaultvalue notifycollection makegenerictype isinstanceoftype isassignablefrom issubclassof getinterfaces getmembers getproperties getmethods getconstructors getcustomattributes getenumname getelementtype getscriptblock getnewclosure checkaccess aborted writedebug writeverbose writewarning writeprogress writeobject writeerror throwterminatingerror shouldprocess shouldcontinue addparameter addargument addstatement isfamily nextsibling movetofirst getnode getchild gethostaddresses gethostentry beep speak show showdialog hide focus update newline setattribute available poll wait waitone release enter exit trywait complete waitall setdata getdata settext gettext containstext`.split(
    /\s+/,
  ),
)
