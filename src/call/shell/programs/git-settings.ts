/**
 * Settings of git that only change how it shows, compares or keeps things: section → its keys. `*` stands for any name
 * where git takes one (a branch, a colour, an advice). A setting that is in no table is not understood.
 */
const PLAIN: Readonly<Record<string, string>> = {
  add: 'ignoreerrors interactive.usebuiltin',
  advice: '*',
  am: 'keepcr threeway messageid',
  apply: 'ignorewhitespace whitespace',
  author: 'name email',
  blame: 'blankboundary coloring date showemail showroot ignorerevsfile markignoredlines markunblamablelines',
  branch: 'autosetupmerge autosetuprebase sort *.merge *.rebase *.description *.mergeoptions *.remote *.pushremote',
  checkout: 'defaultremote guess workers thresholdforparallelism',
  clean: 'requireforce',
  clone: 'defaultremotename rejectshallow filtersubmodules',
  color: '*',
  column: 'ui branch status tag clean',
  commit: 'cleanup gpgsign status verbose template',
  committer: 'name email',
  core: `abbrev autocrlf bare bigfilethreshold checkroundtripencoding checkstat commentchar commentstring commitgraph
    compression createobject deltabasecachelimit eol filemode fscache fsync fsyncmethod fsyncobjectfiles hidedotfiles
    ignorecase ignorestat logallrefupdates loosecompression longpaths maxtreedepth multipackindex notesref packedgitlimit
    packedgitwindowsize packedrefstimeout precomposeunicode prefersymlinkrefs preloadindex protecthfs protectntfs quotepath
    repositoryformatversion safecrlf sharedrepository sparsecheckout sparsecheckoutcone splitindex symlinks trustctime
    unsetenvvars untrackedcache usereplacerefs warnambiguousrefs whitespace autorefresh`,
  credential: 'username usehttppath *.username *.usehttppath interactive',
  diff: `algorithm autorefreshindex colormoved colormovedws context dirstat ignoresubmodules indentheuristic interhunkcontext
    mnemonicprefix noprefix srcprefix dstprefix orderfile relative renamelimit renames statgraphwidth statnamewidth
    submodule suppressblankempty tool guitool trustexitcode wordregex wserrorhighlight *.binary *.xfuncname *.wordregex
    *.cachetextconv`,
  difftool: 'prompt trustexitcode guidefault *.trustexitcode',
  extensions: 'objectformat partialclone preciousobjects refstorage worktreeconfig compatobjectformat noop',
  fastimport: 'unpacklimit',
  feature: '*',
  fetch: `all fsckobjects output parallel prune prunetags recursesubmodules showforcedupdates unpacklimit writecommitgraph
    negotiationalgorithm`,
  filter: '*.required',
  format: `attach coverletter encodeemailheaders forceinbodyfrom from headers mboxrd notes numbered outputdirectory pretty
    signature signoff subjectprefix suffix thread useautobase cc to`,
  fsck: '*',
  gc: `aggressivedepth aggressivewindow auto autodetach autopacklimit bigpackthreshold cruftpacks logexpiry packrefs
    pruneexpire reflogexpire reflogexpireunreachable rerereresolved rerereunresolved worktreepruneexpire writecommitgraph
    repackfilter maxcruftsize`,
  gpg: 'format minTrustLevel ssh.allowedsignersfile ssh.revocationfile',
  grep: 'column extendedregexp fallbacktonoindex fullname linenumber patterntype threads',
  help: 'autocorrect format',
  http: 'lowspeedlimit lowspeedtime maxrequests minsessions postbuffer useragent version delegation noepsv emptyauth',
  i18n: 'commitencoding logoutputencoding',
  index: 'recordendofindexentries recordoffsettable skiphash sparse threads version',
  init: 'defaultbranch defaultobjectformat defaultrefformat',
  interactive: 'singlekey',
  log: `abbrevcommit date decorate diffmerges excludedecoration follow graphcolors initialdecorationset mailmap showroot
    showsignature`,
  lfs: 'allowincompletepush activitytimeout batch concurrenttransfers fetchexclude fetchinclude fetchrecentalways locksverify skipdownloaderrors *.locksverify',
  mailinfo: 'scissors',
  mailmap: 'file blob',
  maintenance: '*',
  merge: `autostash branchdesc conflictstyle defaulttoupstream ff guitool directoryrenames log renamelimit renames
    renormalize stat suppressdest tool verbosity verifysignatures *.name *.recursive`,
  mergetool: 'hideresolved keepbackup keeptemporaries prompt writetotemp *.hideresolved *.trustexitcode',
  notes: 'displayref mergestrategy rewrite.* rewritemode rewriteref *.mergestrategy',
  pack: '*',
  pretty: '*',
  protocol: 'version',
  pull: 'ff octopus rebase twohead',
  push: 'autosetupremote default followtags gpgsign negotiate pushoption recursesubmodules useforceifincludes usebitmaps',
  rebase: `abbreviatecommands autosquash autostash backend forkpoint instructionformat missingcommitscheck rebasemerges
    reschedulefailedexec stat updaterefs maxlabellength`,
  receive: 'advertiseatomic advertisepushoptions autogc certnonceslop fsckobjects keepalive maxinputsize unpacklimit',
  reflog: '*',
  remote:
    'pushdefault *.fetch *.push *.mirror *.prune *.prunetags *.tagopt *.skipdefaultupdate *.skipfetchall *.promisor *.partialclonefilter',
  remotes: '*',
  repack: 'usedeltabaseoffset packkeptobjects writebitmaps updateserverinfo',
  rerere: 'autoupdate enabled',
  revert: 'reference',
  safe: 'bareRepository',
  sequence: 'abbreviatecommands',
  showbranch: 'default',
  sparse: 'expectfilesoutsideofpatterns',
  splitindex: 'maxpercentchange sharedindexexpire',
  stash: 'showincludeuntracked showpatch showstat',
  status: `aheadbehind branch displaycommentprefix relativepaths renamelimit renames short showstash showuntrackedfiles
    submodulesummary`,
  submodule:
    'recurse fetchjobs active alternateerrorstrategy alternatelocation propagatebranches *.branch *.ignore *.active *.fetchrecursesubmodules *.shallow',
  switch: 'guess',
  tag: 'gpgsign sort forcesignannotated',
  tar: 'umask',
  trailer: 'ifexists ifmissing separators where *.ifexists *.ifmissing *.key *.where',
  transfer: 'fsckobjects advertisesid bundleuri hiderefs unpacklimit',
  user: 'email name signingkey useconfigonly',
  versionsort: 'suffix prereleasesuffix',
  worktree: 'guessremote userelativepaths',
}

const plain = new Map(
  Object.entries(PLAIN).map(([section, keys]) => [section, new Set(keys.toLowerCase().split(/\s+/))] as const),
)

/** A setting that has no effect beyond git's own output and records. */
export function isPlainSetting(key: string): boolean {
  const [section, ...rest] = key.toLowerCase().split('.')
  const keys = plain.get(section!)
  if (keys === undefined || rest.length === 0) return false
  return keys.has(rest.join('.')) || keys.has('*') || (rest.length > 1 && keys.has(`*.${rest.at(-1)}`))
}
