import type { SystemDeed } from '../action.ts'
import type { EffectDraft } from '../shell/programs/program.ts'
import { moduleRead } from './cmdlet-modules.ts'
import { specify, type Specification } from './specification.ts'

/** What a cmdlet means. `special` names are handled in `cmdlet-deeds.ts`. */
export interface Cmdlet {
  readonly name: string
  readonly parameters: Specification
  readonly does: readonly EffectDraft[]
  readonly special: boolean
  /** Its parameters are written down: it has no others. */
  readonly closed: boolean
}

const PATHS = 'Filter Include Exclude Credential Force! PassThru! Stream Encoding'

/** Cmdlets with parameters that name files or hosts, or that run code: name → parameters. */
const SPECIFIED: Readonly<Record<string, string>> = {
  'get-content': `Path:read@0| LiteralPath:read ReadCount TotalCount Head First Tail Last Delimiter Wait! Raw! AsByteStream! ${PATHS}`,
  'get-childitem': `Path:names@0| LiteralPath:names Filter@1 Include Exclude Recurse! Depth Force! Name! Attributes Directory! File! Hidden! ReadOnly! System! FollowSymlink! CodeSigningCert! EKU ExpiringInDays SSLServerAuthentication! DnsName`,
  'get-item': `Path:names@0| LiteralPath:names ${PATHS}`,
  'get-itemproperty': `Path:names@0| LiteralPath:names Name@1 ${PATHS}`,
  'get-itempropertyvalue': `Path:names@0| LiteralPath:names Name@1 ${PATHS}`,
  'get-acl': `Path:names@0| LiteralPath:names InputObject Audit! AllCentralAccessPolicies! Filter Include Exclude`,
  'get-filehash': 'Path:read@0| LiteralPath:read Algorithm InputStream',
  'get-authenticodesignature': 'FilePath:read@0| LiteralPath:read Content SourcePathOrExtension',
  'test-path': `Path:names@0| LiteralPath:names PathType Type IsValid! NewerThan OlderThan ${PATHS}`,
  'resolve-path': 'Path:names@0| LiteralPath:names Relative! RelativeBasePath Credential Force!',
  'convert-path': 'Path:names@0| LiteralPath:names',
  'select-string':
    'Pattern@0 Path:read@1| LiteralPath:read InputObject SimpleMatch! CaseSensitive! Quiet! List! Include Exclude NotMatch! AllMatches! Encoding Context Raw! NoEmphasis! Culture',
  'get-date': 'Date@0| UnixTimeSeconds Year Month Day Hour Minute Second Millisecond DisplayHint Format UFormat AsUTC!',
  'get-help':
    'Name@0| Path:names Category Full! Detailed! Examples! Parameter Component Functionality Role Online! ShowWindow!',
  'get-psbreakpoint': 'Id@0 Script:names Variable Command Type Runspace',
  'get-cmsmessage': 'Content@0| Path:read LiteralPath:read',
  'get-pfxcertificate': 'FilePath:read@0| LiteralPath:read Password NoPromptForPassword!',
  'set-clipboard': 'Value@0| Append! Path:read LiteralPath:read AsHtml! AsOSC52! PassThru!',
  'new-jobtrigger':
    'At AtLogOn! AtStartup! Daily! Weekly! Once! DaysInterval DaysOfWeek WeeksInterval RandomDelay RepeatIndefinitely! RepetitionDuration RepetitionInterval User',
  'new-selfsignedcertificate':
    'DnsName CertStoreLocation Subject FriendlyName NotAfter NotBefore KeyAlgorithm KeyLength KeyExportPolicy KeySpec KeyUsage KeyUsageProperty HashAlgorithm Provider Type TextExtension CloneCert Signer TestRoot! SerialNumber KeyDescription KeyFriendlyName KeyLocation KeyProtection Container Pin SecurityDescriptor SmimeCapabilities! SuppressOid Extension CurveExport ExistingKey! AlternateSignatureAlgorithm!',
  'invoke-pester':
    'Path:names@0 Script:names ExcludePath:names Configuration CI! Output Tag TagFilter ExcludeTag ExcludeTagFilter FullNameFilter TestName PassThru! CodeCoverage CodeCoverageOutputFile:write OutputFile:write OutputFormat Show Quiet! Strict! EnableExit! Container PesterOption',
  'select-xml': 'XPath@0 Path:read@1| LiteralPath:read Xml Content Namespace',
  'import-csv': 'Path:read@0| Delimiter@1 LiteralPath:read UseCulture! Header Encoding',
  'import-clixml': 'Path:read@0| LiteralPath:read IncludeTotalCount! Skip First',
  'import-counter': 'Path:read@0| StartTime EndTime Counter MaxSamples ListSet Summary!',
  'import-binarymilog': 'Path:read@0',
  'import-localizeddata': 'BindingVariable@0 UICulture@1 BaseDirectory FileName SupportedCommand',
  'import-powershelldatafile': 'Path:read@0| LiteralPath:read SkipLimitCheck!',
  'format-hex': 'Path:read@0| LiteralPath:read InputObject Encoding Count Offset Raw!',
  'convertfrom-markdown': 'Path:read@0| LiteralPath:read InputObject AsVT100EncodedString!',
  'show-markdown': 'Path:read@0| LiteralPath:read InputObject UseBrowser!',
  'test-json': 'Json@0| Path:read LiteralPath:read Schema@1 SchemaFile:read Options',
  'test-modulemanifest': 'Path:read@0|',
  'test-scriptfileinfo': 'Path:read@0| LiteralPath:read',
  'test-filecatalog': 'CatalogFilePath:read@0 Path:names@1 Detailed! FilesToSkip',
  'get-winevent':
    'LogName@0| ListLog ListProvider ProviderName Path:read MaxEvents ComputerName:computer Credential FilterXPath FilterXml FilterHashtable Force! Oldest!',
  'set-content': `Path:write@0 Value@1| LiteralPath:write NoNewline! AsByteStream! ${PATHS}`,
  'add-content': `Path:append@0 Value@1| LiteralPath:append NoNewline! AsByteStream! ${PATHS}`,
  'clear-content': `Path:write@0 LiteralPath:write ${PATHS}`,
  'out-file': 'FilePath:write@0 LiteralPath:write Encoding@1 Append! Force! NoClobber! Width NoNewline! InputObject|',
  'tee-object': 'FilePath:write@0 LiteralPath:write Append! Variable InputObject| Encoding',
  'export-csv':
    'Path:write@0 LiteralPath:write Delimiter@1 InputObject| Append! Force! NoClobber! Encoding NoTypeInformation! IncludeTypeInformation! UseCulture! UseQuotes QuoteFields NoHeader!',
  'export-clixml': 'Path:write@0 LiteralPath:write InputObject| Depth Encoding Force! NoClobber!',
  'export-counter': 'Path:write@0 FileFormat MaxSize InputObject| Force! Circular!',
  'export-alias': 'Path:write@0 LiteralPath:write Name@1 PassThru! As Append! Force! NoClobber! Description Scope',
  'export-formatdata': 'Path:write LiteralPath:write InputObject| Force! NoClobber! IncludeScriptBlock!',
  'export-binarymilog': 'Path:write@0 InputObject|',
  'export-console': 'Path:write@0 Force! NoClobber!',
  'export-certificate': 'FilePath:write Cert| Type Force! NoClobber!',
  'export-startlayout': 'Path:write LiteralPath:write As',
  'new-modulemanifest':
    'Path:write@0 Author CompanyName Description RootModule ModuleVersion RequiredModules AliasesToExport FunctionsToExport HelpInfoUri PowerShellVersion PassThru! Guid Copyright FileList NestedModules CmdletsToExport VariablesToExport Tags ProjectUri LicenseUri CompatiblePSEditions DscResourcesToExport',
  'new-scriptfileinfo': 'Path:write@0 Version Author Description Guid CompanyName Force! PassThru!',
  'new-pssessionconfigurationfile':
    'Path:write@0 SchemaVersion Guid Author SessionType LanguageMode ModulesToImport VisibleCmdlets ExecutionPolicy',
  'new-psrolecapabilityfile': 'Path:write@0 Description Author VisibleCmdlets',
  'new-filecatalog': 'CatalogFilePath:write@0 Path:names@1 CatalogVersion',
  'new-temporaryfile': '',
  'start-transcript':
    'Path:append@0 LiteralPath:append OutputDirectory:directory Append! Force! NoClobber! IncludeInvocationHeader! UseMinimalHeader!',
  'compress-archive': 'Path:tree@0| DestinationPath:write@1 LiteralPath:tree CompressionLevel Update! Force! PassThru!',
  'expand-archive': 'Path:read@0| DestinationPath:directory@1 LiteralPath:read Force! PassThru!',
  'new-item': 'Path@0 Name ItemType Type Value Target Force! Credential Options',
  'remove-item': `Path:delete@0| LiteralPath:delete Recurse! Force! Filter Include Exclude Credential Stream DeleteKey!`,
  'copy-item':
    'Path@0| Destination@1 LiteralPath Container! Recurse! Force! PassThru! Filter Include Exclude Credential FromSession ToSession',
  'move-item': 'Path@0| Destination@1 LiteralPath Force! PassThru! Filter Include Exclude Credential',
  'rename-item': 'Path@0| NewName@1 LiteralPath Force! PassThru! Credential',
  'set-item': 'Path:edit@0| Value@1 LiteralPath:edit Force! PassThru! Options Type Filter Include Exclude',
  'clear-item': 'Path:edit@0| LiteralPath:edit Force! Filter Include Exclude',
  'set-itemproperty':
    'Path@0| Name@1 Value@2 LiteralPath InputObject PassThru! Force! Type PropertyType Filter Include Exclude Credential',
  'new-itemproperty': 'Path@0| Name@1 Value LiteralPath PropertyType Type Force! Filter Include Exclude Credential',
  'remove-itemproperty': 'Path@0| Name@1 LiteralPath Force! Filter Include Exclude Credential',
  'clear-itemproperty': 'Path@0| Name@1 LiteralPath PassThru! Force! Filter Include Exclude',
  'rename-itemproperty': 'Path@0| Name@1 NewName@2 LiteralPath PassThru! Force!',
  'copy-itemproperty': 'Path@0| Destination@1 Name@2 LiteralPath PassThru! Force!',
  'move-itemproperty': 'Path@0| Destination@1 Name@2 LiteralPath PassThru! Force!',
  'set-acl': 'Path:edit@0| AclObject@1 LiteralPath:edit InputObject ClearCentralAccessPolicy! Passthru!',
  'set-authenticodesignature':
    'FilePath:edit@0| Certificate@1 LiteralPath:edit HashAlgorithm IncludeChain TimestampServer Force! Content SourcePathOrExtension',
  'unblock-file': 'Path:edit@0| LiteralPath:edit',
  'protect-cmsmessage': 'To@0 Content@1| Path:read LiteralPath:read OutFile:write@2',
  'unprotect-cmsmessage': 'Content@1| Path:read LiteralPath:read To IncludeContext! EventLogRecord',
  'set-location': 'Path@0| LiteralPath PassThru! StackName',
  'push-location': 'Path@0| LiteralPath PassThru! StackName',
  'invoke-webrequest':
    'Uri@0 Method CustomMethod OutFile InFile:read Body| Form Headers ContentType UserAgent WebSession SessionVariable Credential UseDefaultCredentials! UseBasicParsing! TimeoutSec Proxy ProxyCredential ProxyUseDefaultCredentials! MaximumRedirection MaximumRetryCount RetryIntervalSec PassThru! Resume! SkipCertificateCheck! SkipHeaderValidation! SkipHttpErrorCheck! Certificate CertificateThumbprint Authentication Token TransferEncoding DisableKeepAlive! AllowUnencryptedAuthentication! PreserveAuthorizationOnRedirect! SslProtocol NoProxy! HttpVersion',
  'invoke-restmethod':
    'Uri@0 Method CustomMethod OutFile InFile:read Body| Form Headers ContentType UserAgent WebSession SessionVariable Credential UseDefaultCredentials! UseBasicParsing! TimeoutSec Proxy ProxyCredential MaximumRedirection PassThru! Resume! SkipCertificateCheck! Certificate Authentication Token DisableKeepAlive! FollowRelLink! MaximumFollowRelLink StatusCodeVariable ResponseHeadersVariable RetryIntervalSec MaximumRetryCount SkipHttpErrorCheck! SkipHeaderValidation! NoProxy!',
  'start-bitstransfer':
    'Source@0| Destination@1 DisplayName Description Priority Asynchronous! Authentication Credential ProxyUsage TransferType RetryInterval RetryTimeout Suspended! CustomHeaders TransferPolicy Dynamic!',
  'invoke-expression': 'Command@0|',
  'invoke-command':
    'ScriptBlock@0 ComputerName Session FilePath Credential ArgumentList InputObject| AsJob! JobName HideComputerName! ThrottleLimit Port UseSSL! ConfigurationName SessionOption Authentication VMName VMId ContainerId RunAsAdministrator! HostName UserName KeyFilePath SSHTransport! Subsystem ConnectionUri InDisconnectedSession! SessionName NoNewScope! EnableNetworkAccess! RemoteDebug! SSHConnection Options CertificateThumbprint AllowRedirection!',
  'start-process':
    'FilePath@0 ArgumentList@1 Args Verb WorkingDirectory WindowStyle Credential NoNewWindow! Wait! PassThru! LoadUserProfile! UseNewEnvironment! RedirectStandardOutput:write RedirectStandardError:write RedirectStandardInput:read Environment',
  'start-job':
    'ScriptBlock@0 FilePath Name InputObject| ArgumentList Credential Authentication InitializationScript:block RunAs__! PSVersion WorkingDirectory DefinitionName DefinitionPath Type LiteralPath',
  'start-threadjob':
    'ScriptBlock@0 FilePath Name InputObject| ArgumentList InitializationScript:block ThrottleLimit StreamingHost',
  'foreach-object':
    'Process@0 Begin End RemainingScripts MemberName ArgumentList InputObject| Parallel ThrottleLimit TimeoutSeconds AsJob! UseNewRunspace!',
  'where-object':
    'FilterScript:block@0 Property Value@1 InputObject| EQ! NE! GT! GE! LT! LE! Like! NotLike! Match! NotMatch! Contains! NotContains! In! NotIn! Is! IsNot! Not! CEQ! CNE! CGT! CGE! CLT! CLE! CLike! CNotLike! CMatch! CNotMatch! CContains! CNotContains! CIn! CNotIn!',
  'import-module':
    'Name@0| FullyQualifiedName Assembly Global! Prefix Function Cmdlet Variable Alias Force! PassThru! AsCustomObject! MinimumVersion MaximumVersion RequiredVersion ModuleInfo ArgumentList DisableNameChecking! NoClobber! Scope PSSession CimSession CimResourceUri CimNamespace SkipEditionCheck! UseWindowsPowerShell!',
  'new-object': 'TypeName@0 ArgumentList@1 ComObject Property Strict!',
  'add-type':
    'TypeDefinition@0| Path LiteralPath AssemblyName MemberDefinition Name@0 Namespace UsingNamespace Language ReferencedAssemblies OutputAssembly:write OutputType PassThru! IgnoreWarnings! CompilerParameters CodeDomProvider CompilerOptions',
  'set-alias': 'Name@0 Value@1 Description Option PassThru! Scope Force!',
  'new-alias': 'Name@0 Value@1 Description Option PassThru! Scope Force!',
  'set-variable': 'Name@0 Value@1| Include Exclude Description Option Force! Visibility PassThru! Scope',
  'new-variable': 'Name@0 Value@1| Description Option Visibility Force! PassThru! Scope',
  'get-variable': 'Name@0| ValueOnly! Include Exclude Scope',
  'invoke-item': 'Path@0| LiteralPath Filter Include Exclude Credential',
  'stop-process': 'Id@0| Name InputObject Force! PassThru!',
  'get-wmiobject':
    'Class@0 Property@1 Namespace Filter Query ComputerName:computer Credential List! Amended! Authority EnableAllPrivileges! Locale Recurse! Impersonation Authentication DirectRead! AsJob! ThrottleLimit',
  'get-ciminstance':
    'ClassName@0 Filter Query Namespace ComputerName:computer CimSession Property KeyOnly! InputObject| Shallow! OperationTimeoutSec QueryDialect ResourceUri',
  'invoke-wmimethod':
    'Class@0 Name@1 ArgumentList@2 InputObject| Path ComputerName:computer Credential Namespace EnableAllPrivileges! AsJob!',
  'invoke-cimmethod':
    'ClassName@0 MethodName@1 Arguments@2 InputObject| Query CimClass CimSession ComputerName:computer Namespace ResourceUri OperationTimeoutSec',
  'set-wmiinstance': 'Class@0 Arguments@1 Namespace InputObject| Path ComputerName:computer Credential PutType',
  'new-ciminstance':
    'ClassName@0 Property@1 Namespace Key CimClass ComputerName:computer CimSession ClientOnly! ResourceUri',
  'set-ciminstance': 'InputObject@0| Property Query Namespace ComputerName:computer CimSession PassThru!',
  'get-eventlog':
    'LogName@0 InstanceId@1 ComputerName:computer Newest After Before UserName Index EntryType Source Message AsBaseObject! List! AsString!',
  'get-hotfix': 'Id@0 Description ComputerName:computer Credential',
  'get-process': 'Name@0| Id InputObject ComputerName:computer Module! FileVersionInfo! IncludeUserName!',
  'get-service':
    'Name@0| DisplayName InputObject ComputerName:computer DependentServices! RequiredServices! Include Exclude',
  'get-counter': 'Counter@0| ListSet SampleInterval MaxSamples Continuous! ComputerName:computer',
  'get-cimclass':
    'ClassName@0 Namespace ComputerName:computer CimSession MethodName PropertyName QualifierName Amended!',
  'test-connection':
    'TargetName:computer@0| ComputerName:computer Count Delay Quiet! Repeat! Continues! Traceroute! TcpPort Source BufferSize TimeoutSeconds MaxHops Ping! MtuSize! ResolveDestination! Credential AsJob! ThrottleLimit Protocol WsmanAuthentication DcomAuthentication TimeToLive IPv_! Detailed!',
  'test-netconnection':
    'ComputerName:computer@0| CommonTCPPort@1 Port TraceRoute! Hops InformationLevel DiagnoseRouting! ConstrainSourceAddress ConstrainInterface',
  'resolve-dnsname': 'Name:computer@0| Type Server DnsOnly! CacheOnly! NoHostsFile! QuickTimeout! TcpOnly!',
  'test-wsman': 'ComputerName:computer@0| Authentication Credential Port UseSSL! ApplicationName',
  'new-cimsession':
    'ComputerName:computer@0| Credential Authentication Name OperationTimeoutSec Port SessionOption SkipTestConnection! CertificateThumbprint',
  'trace-command':
    'Name@0 Expression:block@1 Command Option FilePath:write ListenerOption PSHost! Debugger! InputObject| ArgumentList Force!',
  'measure-command': 'Expression:block@0 InputObject|',
  'set-psbreakpoint': 'Script:read@0 Line@1 Column@2 Command Variable Mode Action:block Runspace',
  'update-formatdata': 'AppendPath:read@0| PrependPath:read',
  'update-typedata':
    'AppendPath:read@0| PrependPath:read TypeName MemberType MemberName Value SecondValue TypeData Force! DefaultDisplayProperty DefaultDisplayPropertySet DefaultKeyPropertySet SerializationMethod SerializationDepth TypeConverter TypeAdapter TargetTypeForDeserialization InheritPropertySerializationSet PropertySerializationSet StringSerializationSource',
  'join-path': 'Path@0| ChildPath@1 AdditionalChildPath@2 Resolve! Credential',
  'split-path':
    'Path@0| LiteralPath Leaf! Parent! Qualifier! NoQualifier! Extension! LeafBase! Resolve! IsAbsolute! Credential',
  'write-output': 'InputObject@0| NoEnumerate!',
  'out-string': 'InputObject| Stream! Width NoNewline!',
  'convertto-securestring': 'String@0| SecureKey@1 Key AsPlainText! Force!',
  'set-mppreference': 'DisableRealtimeMonitoring',
  'install-module':
    'Name@0| MinimumVersion MaximumVersion RequiredVersion Repository Credential Scope Proxy AllowClobber! SkipPublisherCheck! Force! AcceptLicense! AllowPrerelease! PassThru! InputObject',
  'update-modulemanifest':
    'Path:edit@0 ModuleVersion FunctionsToExport CmdletsToExport AliasesToExport ReleaseNotes Prerelease Tags PrivateData',
  'update-psmodulemanifest':
    'Path:edit@0 ModuleVersion FunctionsToExport CmdletsToExport AliasesToExport ReleaseNotes Prerelease Tags',
  'new-psscriptfileinfo': 'Path:write@0 Version Author Description Guid CompanyName Force!',
  'update-psscriptfileinfo': 'Path:edit@0 Version Author Description Guid',
  'update-scriptfileinfo': 'Path:edit@0 Version Author Description Guid Force! PassThru!',
  'new-dscchecksum': 'Path:read@0 OutPath:directory Force!',
  'compress-psresource': 'Path:tree@0 DestinationPath:write@1 PassThru! SkipModuleManifestValidate!',
  'import-excel':
    'Path:read@0| WorksheetName@1 StartRow StartColumn HeaderName NoHeader! DataOnly! ImportColumns Password',
  'export-excel':
    'Path:write@0 InputObject| WorksheetName TableName AutoSize! AutoFilter! Append! ClearSheet! PassThru! Show! FreezeTopRow! BoldTopRow! Title',
  'new-markdownhelp': 'Module Command OutputFolder:directory Locale Force! WithModulePage! AlphabeticParamsOrder!',
  'update-markdownhelp': 'Path:edit@0 AlphabeticParamsOrder! UpdateInputOutput! Force!',
  'new-externalhelp': 'Path:read@0 OutputPath:directory Force! Encoding',
  'new-markdowncommandhelp': 'ModuleInfo CommandInfo OutputFolder:directory Force!',
  'export-mamlcommandhelp': 'CommandHelp| OutputFolder:directory Force!',
  'new-plastermanifest':
    'Path:write@0 TemplateName TemplateType TemplateVersion Title Description Tags Author AddContent!',
  'invoke-psake': 'BuildFile@0 TaskList@1 Framework Docs! Parameters Properties Initialization:block NoLogo! NoTask!',
  'new-webserviceproxy': 'Uri@0 Class@1 Namespace@2 Credential UseDefaultCredential!',
  'export-odataendpointproxy':
    'Uri@0 OutputModule:write@1 MetadataUri Credential CreateRequestMethod UpdateRequestMethod CmdletAdapter ResourceNameMap Force! AllowClobber! AllowUnsecureConnection! Headers CustomData UniqueKeyPropertyName',
  'set-psrepository':
    'Name@0 SourceLocation InstallationPolicy PublishLocation ScriptSourceLocation PackageManagementProvider',
  'register-psrepository': 'Name@0 SourceLocation@1 InstallationPolicy PublishLocation ScriptSourceLocation Default!',
  'register-argumentcompleter': 'CommandName ParameterName ScriptBlock:block Native!',
  'invoke-sqlcmd':
    'Query@0 ServerInstance Database InputFile Username Password Credential ConnectionString Variable QueryTimeout OutputAs TrustServerCertificate! Encrypt',
  'set-executionpolicy': 'ExecutionPolicy@0 Scope@1 Force!',
  'register-objectevent':
    'InputObject@0 EventName@1 SourceIdentifier@2 Action:block MessageData SupportEvent! Forward! MaxTriggerCount',
  'set-service':
    'Name@0| StartupType Status DisplayName Description ComputerName:computer Credential InputObject PassThru! Force! SecurityDescriptorSddl',
}

const SPECIAL = new Set(
  'get-content get-childitem get-item new-item copy-item move-item rename-item set-itemproperty new-itemproperty remove-itemproperty clear-itemproperty rename-itemproperty copy-itemproperty move-itemproperty set-location push-location pop-location invoke-webrequest invoke-restmethod start-bitstransfer invoke-expression invoke-command start-process start-job start-threadjob foreach-object import-module new-object add-type set-alias new-alias set-variable new-variable get-variable invoke-item stop-process get-wmiobject get-ciminstance invoke-wmimethod invoke-cimmethod set-wmiinstance new-ciminstance set-ciminstance join-path split-path write-output out-string convertto-securestring install-module set-content add-content out-file tee-object resolve-path convert-path select-object convertto-json where-object get-clipboard get-process set-service invoke-sqlcmd invoke-psake new-webserviceproxy expand-archive'.split(
    ' ',
  ),
)

const MOST: readonly string[] =
  `exit-pshostprocess find-command find-rolecapability get-wsmancredssp remove-typedata show-eventlog wait-debugger new-wsmansessionoption assert-mockcalled set-itresult inmodulescope get-platypsversion convertfrom-yaml convertto-yaml import-psd select-object sort-object group-object measure-object compare-object get-member add-member get-unique get-random get-securerandom get-date get-culture get-uiculture get-host get-history add-history get-help get-command get-alias get-module get-verb get-typedata get-formatdata get-traceSource get-job receive-job wait-job remove-job stop-job get-runspace get-runspacedebug get-psbreakpoint remove-psbreakpoint enable-psbreakpoint disable-psbreakpoint get-pscallstack get-psdrive get-psprovider get-location get-error get-event get-eventsubscriber unregister-event remove-event new-event wait-event register-engineevent write-host write-error write-warning write-verbose write-debug write-information write-progress out-null out-default out-host out-gridview format-table format-list format-wide format-custom convertto-json convertfrom-json convertto-csv convertfrom-csv convertto-html convertto-xml convertto-clixml convertfrom-clixml convertfrom-stringdata convertfrom-string convert-string convertfrom-sddlstring convertfrom-securestring join-string new-guid new-timespan new-event start-sleep read-host clear-host clear-variable remove-variable remove-alias set-strictmode set-psdebug export-modulemember new-module remove-module tabexpansion2 set-clipboard get-clipboard show-command get-markdownoption set-markdownoption set-tracesource get-uptime get-timezone get-psreadlineoption set-psreadlineoption get-psreadlinekeyhandler set-psreadlinekeyhandler remove-psreadlinekeyhandler psconsolehostreadline get-isesnippet new-isesnippet import-isesnippet get-experimentalfeature get-pssubsystem get-pssession get-cimsession remove-cimsession new-cimsessionoption get-cimassociatedinstance new-jobtrigger get-jobtrigger get-scheduledjob get-scheduledjoboption new-scheduledjoboption new-psworkflowexecutionoption new-pstransportoption new-pssessionoption debug-job debug-runspace suspend-job resume-job stop-transcript start-transaction complete-transaction undo-transaction get-transaction use-transaction get-controlpanelitem show-controlpanelitem get-executionpolicy get-credential test-psscriptfileinfo get-installedmodule get-installedscript find-module find-script find-package get-package get-packagesource get-packageprovider get-psrepository find-packageprovider update-help save-help get-psversiontable prompt get-eventsubscriber exit-pssession disconnect-pssession remove-pssession get-pssnapin get-pssessionconfiguration get-pssessioncapability get-cmsmessage get-pfxcertificate test-certificate get-tracesource update-list pause mkdir oss using get-parameter get-dynamicparameters new-wineventfilter new-scheduledtasktrigger new-scheduledtaskprincipal new-scheduledtasksettingsset get-scheduledtask get-scheduledtaskinfo import-alias get-serverlanguage new-winevent test-eventlog get-runspacedebug enable-runspacedebug disable-runspacedebug get-csv get-isejob invoke-pester describe context it should beforeeach aftereach beforeall afterall mock get-mockdynamicparameters new-pester-configuration new-pesterconfiguration invoke-scriptanalyzer get-scriptanalyzerrule invoke-formatter invoke-build build-module`.split(
    /\s+/,
  )

type Reading = Extract<EffectDraft, { does: 'read-system' }>['what']

/** Cmdlets that report about the machine, by what they report. A trailing `*` matches any ending. */
const REPORTS: Readonly<Record<Reading, string>> = {
  machine:
    'get-computerinfo get-computerrestorepoint get-wineventlog get-cimclass get-ciminstance get-wmiobject get-disk get-partition get-volume get-physicaldisk get-storage* get-windowsfeature get-windowsoptionalfeature get-windowsedition get-tpm get-bios* get-counter get-pnpdevice* get-appx* get-windowsdriver get-windowspackage get-windowscapability get-startapps get-printer* get-printjob get-printconfiguration get-vm* get-cluster* get-dsc* get-smbios* get-itempropertyvalue get-vhd get-iscsi* get-dedup* get-virtualdisk get-fileintegrity get-storagepool get-hotfix get-windowsupdatelog get-dnsserver* get-dhcp* get-iis* get-website get-webbinding get-webconfiguration* get-filesharing get-odbc* get-perf*',
  processes: 'get-process wait-process debug-process',
  network:
    'get-net* get-dns* test-connection test-netconnection resolve-dnsname get-smb* get-vpnconnection get-wsmaninstance test-wsman get-bitstransfer get-mac*',
  users: 'get-localuser get-localgroup get-localgroupmember get-ad* test-computersecurechannel get-gpo* get-gp*',
  packages: 'get-packageinstalled get-msipackage',
  logs: 'get-winevent get-eventlog get-logproperties get-etw* get-autologgerconfig get-mplog*',
  hardware: 'get-battery',
  services: 'get-service',
  environment: 'get-psenvironment',
  security:
    'get-acl get-authenticodesignature get-mp* get-bitlockervolume get-applockerpolicy test-applockerpolicy get-securebootpolicy confirm-securebootuefi get-processmitigation get-cipolicy* get-secretinfo get-secretvault get-tlsciphersuite get-certificate*',
  clipboard: 'get-clipboard',
  screen: 'get-screen',
}

type Row = readonly [string, readonly EffectDraft[]]

const change = (deed: SystemDeed, target = ''): EffectDraft => ({ does: 'change-system', deed, target })
const service = (name: string, deed: Extract<EffectDraft, { does: 'change-service' }>['deed']): EffectDraft => ({
  does: 'change-service',
  service: name,
  deed,
  target: '',
  production: false,
})

/** Cmdlets that change the machine: names (`*` at the end matches any ending) → deeds. First match wins. */
const DEEDS: readonly Row[] = [
  [
    'set-mppreference add-mppreference remove-mppreference remove-mpthreat uninstall-windowsdefender* disable-windowsdefender* set-mp* stop-mp*',
    [change('disable-security')],
  ],
  ['clear-dnsclientcache', [{ does: 'read-system', what: 'network' }]],
  ['start-mpscan start-mpwdoscan update-mpsignature', [{ does: 'read-system', what: 'security' }]],
  [
    'disable-bitlocker suspend-bitlocker disable-bitlockerautounlock set-processmitigation set-smbserverconfiguration set-smbclientconfiguration disable-computerrestore disable-tlsciphersuite* remove-bitlocker* set-applockerpolicy disable-wsmancredssp enable-wsmancredssp set-authorizationmanager unblock-tpm clear-tpm initialize-tpm set-advancedauditpolicy*',
    [change('disable-security')],
  ],
  ['set-executionpolicy', [change('disable-security', 'execution policy')]],
  ['clear-eventlog remove-eventlog limit-eventlog clear-wineventlog', [change('erase-log')]],
  [
    'set-logproperties remove-etwtraceprovider stop-etwtracesession remove-etwtracesession remove-autologgerconfig set-etw* update-autologgerconfig disable-psTrace disable-pswsmancombinedtrace disable-wsmantrace stop-trace',
    [change('stop-logging')],
  ],
  ['clear-history', [change('erase-history')]],
  [
    'new-netfirewall* set-netfirewall* remove-netfirewall* disable-netfirewall* enable-netfirewall* copy-netfirewall* rename-netfirewall* set-netipsec*',
    [change('change-firewall')],
  ],
  [
    'set-net* new-net* remove-net* disable-net* enable-net* restart-net* rename-net* set-dnsclient* add-dnsclient* remove-dnsclient* clear-dnsclient* register-dnsclient set-vpnconnection add-vpnconnection remove-vpnconnection add-dnsserver* remove-dnsserver* set-dnsserver*',
    [change('change-network')],
  ],
  ['new-smbshare grant-smbshareaccess set-smbshare', [{ does: 'open-door', what: 'listener', address: '0.0.0.0' }]],
  ['new-smbmapping new-smbglobalmapping remove-smbmapping remove-smbshare', [change('mount')]],
  [
    'enable-psremoting set-wsmanquickconfig enable-pssessionconfiguration register-pssessionconfiguration set-pssessionconfiguration set-wsmaninstance new-wsmaninstance enable-sshremoting',
    [{ does: 'open-door', what: 'remote-access' }],
  ],
  [
    'disable-psremoting disable-pssessionconfiguration unregister-pssessionconfiguration remove-wsmaninstance disconnect-wsman connect-wsman',
    [change('change-configuration')],
  ],
  ['invoke-wsmanaction', [{ does: 'run-code', language: 'other', origin: 'dynamic', seenThrough: false }]],
  [
    'new-psworkflowsession enter-pssession new-pssession connect-pssession receive-pssession import-pssession export-pssession',
    [{ does: 'open-door', what: 'remote-access' }],
  ],
  [
    'new-localuser enable-localuser new-aduser new-adcomputer enable-adaccount new-msoluser new-azureaduser new-mguser new-azaduser new-adserviceaccount',
    [change('add-account')],
  ],
  [
    'set-localuser remove-localuser disable-localuser rename-localuser set-ad* remove-ad* disable-ad* unlock-ad* new-ad* move-ad* rename-ad* set-msol* set-azuread* remove-azuread* add-azuread* new-azuread* new-localgroup remove-localgroup set-localgroup rename-localgroup remove-localgroupmember reset-computermachinepassword',
    [change('change-account')],
  ],
  [
    'add-localgroupmember add-adgroupmember add-adprincipalgroupmembership add-msolrolemember add-roleGroupMember new-managementroleassignment',
    [change('grant-privilege')],
  ],
  ['add-computer remove-computer rename-computer', [change('change-configuration')]],
  ['restart-computer stop-computer suspend-computer', [change('power')]],
  [
    'checkpoint-computer enable-computerrestore restore-computer set-timezone set-culture set-winsystemlocale set-winuserlanguagelist set-winuilanguageoverride set-winhomelocation set-displayresolution set-printer* add-printer* remove-printer* set-itempropertyacl set-bcdelement set-bcd* enable-windowsoptionalfeature install-windowsfeature add-windowscapability add-windowsfeature set-dsc* start-dscconfiguration set-webconfiguration* add-webconfiguration* set-item-webconfig* new-website new-webapppool set-iis* set-storage* set-pnp* enable-pnpdevice disable-pnpdevice update-disc register-psrepository set-psrepository unregister-psrepository register-psresourcerepository set-psresourcerepository unregister-psresourcerepository reset-psresourcerepository enable-dscdebug disable-dscdebug invoke-dscresource remove-dscconfigurationdocument register-packagesource set-packagesource unregister-packagesource enable-experimentalfeature disable-experimentalfeature set-jobtrigger enable-jobtrigger disable-jobtrigger remove-jobtrigger add-jobtrigger set-scheduledjoboption enable-wsmantrace enable-pstrace enable-pswsmancombinedtrace start-trace set-pscredential',
    [change('change-configuration')],
  ],
  ['set-date', [change('change-clock')]],
  [
    'disable-windowsoptionalfeature remove-windowsfeature uninstall-windowsfeature remove-windowscapability remove-windowspackage uninstall-package uninstall-module uninstall-script remove-appxpackage remove-appxprovisionedpackage uninstall-psresource',
    [change('remove-package')],
  ],
  [
    'add-appxpackage add-appxprovisionedpackage add-windowspackage',
    [{ does: 'install-package', ecosystem: 'appx', packages: [], origin: 'repository', scope: 'user' }],
  ],
  [
    'install-packageprovider install-script install-package update-module update-script save-module save-script install-psresource update-psresource save-psresource save-package import-packageprovider',
    [{ does: 'install-package', ecosystem: 'powershell', packages: [], origin: 'registry', scope: 'user' }],
  ],
  [
    'register-scheduledtask new-scheduledtask set-scheduledtask register-scheduledjob set-scheduledjob register-clusteredscheduledtask',
    [{ does: 'schedule', with: 'task-scheduler', when: 'as given', task: '' }, change('persist')],
  ],
  ['new-scheduledtaskaction', []],
  ['start-scheduledtask', [{ does: 'run-code', language: 'binary', origin: 'dynamic', seenThrough: false }]],
  [
    'unregister-scheduledtask disable-scheduledtask enable-scheduledtask stop-scheduledtask unregister-scheduledjob disable-scheduledjob enable-scheduledjob',
    [{ does: 'schedule', with: 'task-scheduler', when: 'changed', task: '' }],
  ],
  ['register-wmievent register-cimindicationevent', [change('persist')]],
  ['new-service', [change('persist')]],
  ['stop-service suspend-service remove-service', [change('stop-service')]],
  ['start-service restart-service resume-service', [change('start-service')]],
  [
    'format-volume clear-disk initialize-disk remove-partition clear-volume set-disk resize-partition new-partition set-partition remove-physicaldisk reset-physicaldisk clear-storagediagnosticinfo repair-volume optimize-volume',
    [change('destroy-disk')],
  ],
  [
    'mount-diskimage dismount-diskimage mount-vhd dismount-vhd mount-windowsimage new-psdrive remove-psdrive',
    [change('mount')],
  ],
  ['import-certificate import-pfxcertificate switch-certificate', [change('trust-certificate')]],
  ['new-selfsignedcertificate', [change('change-configuration', 'certificate store')]],
  [
    'export-pfxcertificate get-bitlockerkeyprotector* backup-bitlocker* get-laps* get-adreplaccount get-adsireplaccount get-addbaccount',
    [{ does: 'read-secret', store: 'other', target: 'keys and passwords' }],
  ],
  [
    'get-secret unlock-secretstore get-storedcredential get-vaultcredential',
    [{ does: 'read-secret', store: 'vault', target: 'stored secrets' }],
  ],
  [
    'search-mailbox new-mailboxexportrequest new-mailboxsearch start-compliancesearch new-compliancesearchaction search-unifiedauditlog',
    [{ does: 'read-secret', store: 'other', target: 'mail of other people' }],
  ],
  ['set-secret remove-secret', [change('change-account')]],
  ['remove-wmiobject remove-ciminstance', [change('change-configuration')]],
  [
    'send-mailmessage',
    [
      { does: 'send-message', to: '', text: '', through: 'mail' },
      { does: 'contact-host', host: { kind: 'unknown', source: 'mail server' }, sends: 'data', purpose: 'upload' },
    ],
  ],
  [
    'out-printer',
    [{ does: 'contact-host', host: { kind: 'unknown', source: 'printer' }, sends: 'data', purpose: 'other' }],
  ],
  [
    'publish-module publish-script publish-psresource',
    [{ does: 'change-service', service: 'powershell-gallery', deed: 'publish', target: '', production: false }],
  ],
  ['clear-recyclebin', [change('erase-history', 'recycle bin')]],
  ['install-transportagent', [change('persist')]],
  ['invoke-asworkflow', [{ does: 'open-door', what: 'remote-access' }]],
  ['invoke-history', [{ does: 'run-code', language: 'powershell', origin: 'dynamic', seenThrough: false }]],
  ['write-eventlog new-eventlog', [change('change-configuration', 'event log')]],
  ['add-pssnapin remove-pssnapin', [{ does: 'run-code', language: 'binary', origin: 'dynamic', seenThrough: false }]],
  [
    'start-vm stop-vm new-vm set-vm* checkpoint-vm restart-vm save-vm suspend-vm add-vm* connect-vm* copy-vmfile',
    [service('vm', 'update')],
  ],
  ['remove-vm* remove-vhd', [service('vm', 'delete')]],
  [
    'connect-az* connect-azuread* connect-mg* connect-exchangeonline connect-msolservice connect-viserver connect-aadint* connect-sposervice connect-microsoftteams',
    [service('cloud', 'log-in')],
  ],
  [
    'get-azaccesstoken get-azkeyvaultsecret get-azkeyvaultkey get-azkeyvaultcertificate get-azstorageaccountkey get-azcosmosdbaccountkey get-azwebapppublishingprofile get-azautomationcredential get-azrediscachekey get-azcontainerregistrycredential get-msaltoken get-azurestoragekey get-secretsmanagersecret get-secsecretvalue get-ssmparametervalue',
    [{ does: 'read-secret', store: 'cloud', target: 'secrets of the cloud' }],
  ],
  ['remove-az* remove-mg* remove-msol* remove-mailbox*', [service('cloud', 'delete')]],
  [
    'new-az* set-az* add-az* update-az* new-mg* update-mg* set-mailbox* new-inboxrule set-inboxrule new-transportrule set-powercliconfiguration set-advancedsetting set-vmhost*',
    [service('cloud', 'update')],
  ],
  [
    'export-aadint* get-aadint* set-aadint* open-aadint* invoke-aadint* new-aadint*',
    [{ does: 'read-secret', store: 'cloud', target: 'directory secrets' }],
  ],
  [
    'invoke-mimikatz invoke-kerberoast invoke-rubeus invoke-dcsync invoke-lsadump* invoke-credentialinjection get-gpppassword get-gppautologon get-vaultcredential* invoke-wcmdump invoke-samdump* get-passwordvaultcredentials out-minidump invoke-mimidogz invoke-nanodump get-keystrokes',
    [change('dump-memory'), { does: 'read-secret', store: 'memory', target: 'credentials' }],
  ],
  [
    'invoke-shellcode invoke-dllinjection invoke-reflectivepeinjection invoke-processhollow* invoke-phant0m invoke-psinject',
    [change('inject-process')],
  ],
  ['invoke-powershelltcp* invoke-conptyshell invoke-powercat powercat', [{ does: 'open-door', what: 'reverse-shell' }]],
  [
    'get-netuser get-netcomputer get-netgroup* get-netlocalgroup* get-netsession get-netloggedon get-netshare get-netfileserver get-netou get-netsite get-netforest* get-netgpo* get-netrdpsession get-netprocess get-netfile get-nettrust get-userevent find-domain* find-interesting* find-gpo* find-avsignature invoke-portscan invoke-bloodhound invoke-sharphound find-localadminaccess invoke-userhunter invoke-sharefinder get-domain* get-netdomain* invoke-winpeas invoke-allchecks',
    [change('scan')],
  ],
]

const pure = new Set(MOST)
const empty = specify('')
const specified = new Map(Object.entries(SPECIFIED).map(([name, table]) => [name, specify(table)] as const))
const reports = compile(
  Object.entries(REPORTS).map(([what, names]): Row => [names, [{ does: 'read-system', what: readingNamed(what) }]]),
)
const deeds = compile(DEEDS)

interface Compiled {
  readonly exact: ReadonlyMap<string, readonly EffectDraft[]>
  readonly prefixes: readonly (readonly [string, readonly EffectDraft[]])[]
}

function compile(rows: readonly Row[]): Compiled {
  const exact = new Map<string, readonly EffectDraft[]>()
  const prefixes: (readonly [string, readonly EffectDraft[]])[] = []
  for (const [names, recorded] of rows)
    for (const name of names.toLowerCase().split(/\s+/)) {
      if (name.endsWith('*')) prefixes.push([name.slice(0, -1), recorded])
      else if (!exact.has(name)) exact.set(name, recorded)
    }
  return { exact, prefixes }
}

function find(compiled: Compiled, name: string): readonly EffectDraft[] | undefined {
  return compiled.exact.get(name) ?? compiled.prefixes.find(([prefix]) => name.startsWith(prefix))?.[1]
}

function readingNamed(what: string): Reading {
  const all: readonly Reading[] = [
    'machine',
    'processes',
    'network',
    'users',
    'packages',
    'logs',
    'hardware',
    'services',
    'environment',
    'security',
    'clipboard',
    'screen',
  ]
  return all.find((reading) => reading === what) ?? 'machine'
}

/** The meaning of a cmdlet by its canonical lower-case name; undefined when we do not know it. */
export function cmdletNamed(name: string): Cmdlet | undefined {
  const parameters = specified.get(name)
  const listed = find(deeds, name) ?? find(reports, name)
  const own = parameters !== undefined || listed !== undefined || pure.has(name) || SPECIAL.has(name)
  const does = own ? listed : moduleRead(name)
  if (!own && does === undefined) return undefined
  return {
    name,
    parameters: parameters ?? empty,
    does: does ?? [],
    special: SPECIAL.has(name),
    closed: parameters !== undefined,
  }
}
