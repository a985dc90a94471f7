/** Addresses and names at which clouds hand out a machine's own credentials. */
export const METADATA: ReadonlySet<string> = new Set([
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '169.254.169.123',
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
  'metadata',
  'metadata.google.internal',
  'metadata.azure.com',
  'metadata.azure.internal',
  'metadata.tencentyun.com',
  'metadata.platformequinix.com',
  'instance-data',
  'instance-data.ec2.internal',
])

export const LOOPBACK_NAMES: ReadonlySet<string> = new Set([
  'localhost',
  'localhost.localdomain',
  'ip6-localhost',
  'ip6-loopback',
  'localtest.me',
  'lvh.me',
])

export const LOCAL_ENDINGS: readonly string[] = [
  '.local',
  '.internal',
  '.lan',
  '.intranet',
  '.corp',
  '.home',
  '.home.arpa',
  '.localdomain',
  '.private',
  '.test',
]

/** Name services that answer with the address written in the name. */
export const NUMBER_NAMES: readonly string[] = [
  '.nip.io',
  '.sslip.io',
  '.xip.io',
  '.traefik.me',
  '.local-ip.sh',
  '.rbndr.us',
]

/** Names hold for themselves and for everything below them. */
export const REGISTRIES: ReadonlySet<string> = new Set(
  `registry.npmjs.org npmjs.org registry.yarnpkg.com npm.pkg.github.com jsr.io npm.jsr.io
   pypi.org files.pythonhosted.org test.pypi.org conda.anaconda.org repo.anaconda.com download.pytorch.org
   crates.io index.crates.io static.crates.io proxy.golang.org sum.golang.org pkg.go.dev rubygems.org
   packagist.org repo.packagist.org repo.maven.apache.org repo1.maven.org plugins.gradle.org services.gradle.org
   maven.google.com dl.google.com nuget.org api.nuget.org hex.pm repo.hex.pm pub.dev hackage.haskell.org cpan.org metacpan.org
   cran.r-project.org luarocks.org deb.debian.org security.debian.org ftp.debian.org archive.ubuntu.com security.ubuntu.com
   ports.ubuntu.com dl-cdn.alpinelinux.org mirrors.fedoraproject.org download.fedoraproject.org mirror.centos.org
   formulae.brew.sh docker.io registry-1.docker.io auth.docker.io index.docker.io download.docker.com ghcr.io quay.io gcr.io
   mcr.microsoft.com registry.k8s.io public.ecr.aws packages.microsoft.com cocoapods.org cdn.cocoapods.org
   nodejs.org static.rust-lang.org sh.rustup.rs playwright.azureedge.net cdn.playwright.dev registry.terraform.io`.split(
    /\s+/,
  ),
)

export const CODE_HOSTS: ReadonlySet<string> = new Set(
  `github.com githubusercontent.com github.io gitlab.com bitbucket.org codeberg.org git.sr.ht gitea.com sourceforge.net
   dev.azure.com visualstudio.com launchpad.net salsa.debian.org git.savannah.gnu.org git.kernel.org`.split(/\s+/),
)

/** Host → the part of the URL that makes it a collector; empty when it always is. */
export const COLLECTORS: ReadonlyMap<string, string> = new Map<string, string>([
  ...`webhook.site requestbin.com requestbin.net pipedream.net requestcatcher.com hookbin.com beeceptor.com mockbin.org mockbin.io
   webhook.cool postb.in putsreq.com requestinspector.com httpdump.app hookdeck.com smee.io typedwebhook.tools webhookrelay.com
   interact.sh interactsh.com oast.fun oast.live oast.me oast.online oast.pro oast.site burpcollaborator.net oastify.com
   canarytokens.com dnslog.cn ceye.io bxss.me xss.ht xss.report dnsbin.zhack.ca dig.pm eyes.sh log.xn--9tr.com
   pastebin.com paste.ee hastebin.com dpaste.com dpaste.org termbin.com ix.io sprunge.us 0x0.st paste.rs rentry.co ghostbin.com
   controlc.com privatebin.net pastie.org justpaste.it p.ip.fi paste.mozilla.org paste.debian.net bpa.st clbin.com
   transfer.sh file.io gofile.io anonfiles.com bashupload.com temp.sh tmpfiles.org catbox.moe litterbox.catbox.moe uguu.se
   oshi.at filebin.net wetransfer.com mega.nz mega.co.nz mediafire.com sendspace.com ufile.io workupload.com keep.sh free.keep.sh
   envs.sh x0.at ttm.sh filetransfer.io send.vis.ee pixeldrain.com up.sb fileditch.com
   ngrok.io ngrok.app ngrok.dev ngrok-free.app ngrok-free.dev tunnel.us.ngrok.com trycloudflare.com localtunnel.me loca.lt
   serveo.net localhost.run lhr.life lhr.rocks pagekite.me bore.pub tunnelmole.net telebit.io expose.sh zrok.io
   portmap.io playit.gg packetriot.net localxpose.io loclx.io pinggy.io pinggy.link devtunnels.ms ts.net
   iplogger.org grabify.link ipinfo.in webhook.office.com maker.ifttt.com hooks.zapier.com formspree.io`
    .split(/\s+/)
    .map((host): [string, string] => [host, '']),
  ['discord.com', '/api/webhooks'],
  ['discordapp.com', '/api/webhooks'],
  ['hooks.slack.com', '/services'],
  ['api.telegram.org', '/bot'],
  ['docs.google.com', '/formresponse'],
  ['script.google.com', '/macros/'],
])
