/**
 * Programs that every machine has. A file in the workspace with one of these names is there to be taken for the real
 * one; `bin/rails` or `./uv` is how a project keeps its own.
 */
const SYSTEM_PROGRAMS: ReadonlySet<string> = new Set(
  `sh bash zsh dash ksh fish csh tcsh su sudo doas env nice nohup timeout xargs time command exec test [ true false
   ls cat cp mv rm ln mkdir rmdir touch chmod chown chgrp dd df du echo printf pwd head tail sort uniq cut tr wc tee
   sed awk gawk grep egrep fgrep find locate which whoami id groups who w date sleep kill killall pkill ps top uname
   hostname mount umount tar gzip gunzip bzip2 xz zip unzip cpio diff patch cmp less more man vi vim nano ed
   ssh scp sftp ssh-keygen rsync curl wget nc netcat ncat socat telnet ftp ping dig nslookup host ip ifconfig
   git svn hg make gcc cc g++ ld as python python2 python3 perl ruby node php lua npm npx pip pip3
   apt apt-get dpkg yum dnf rpm brew systemctl service crontab at passwd useradd usermod openssl gpg base64 xxd
   docker podman kubectl aws gcloud az psql mysql sqlite3 redis-cli login getty cron init`.split(/\s+/),
)

/** A name that every machine has a program of: nothing else may be taken for it. */
export function isSystemName(name: string): boolean {
  return SYSTEM_PROGRAMS.has(name)
}
