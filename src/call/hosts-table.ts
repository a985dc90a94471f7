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
