/** Options without an effect, by program: transfers, editors, processes, the machine. As in `inert-options-services.ts`. */
export const MACHINE_OPTIONS: Readonly<Record<string, string>> = {
  curl: '--anyauth --append --basic --cert-status --compressed --compressed-ssh --create-dirs --crlf --digest --disable --disable-eprt --disable-epsv --disallow-username-in-url --eprt --epsv --fail --fail-early --fail-with-body --false-start --form-escape --ftp-create-dirs --ftp-pasv --ftp-pret --get --globoff --head --http0.9 --http1.0 --http1.1 --http2 --http2-prior-knowledge --http3 --http3-only --ignore-content-length --include --insecure --ipv4 --ipv6 --junk-session-cookies --list-only --location --location-trusted --manual --negotiate --netrc --netrc-optional --next --no-alpn --no-buffer --no-clobber --no-keepalive --no-progress-meter --no-sessionid --no-compressed --no-fail --ntlm --parallel --parallel-immediate --path-as-is --post301 --post302 --post303 --progress-bar --proxy-anyauth --proxy-basic --proxy-digest --proxy-insecure --proxy-negotiate --proxytunnel --raw --remote-header-name --remote-name --remote-name-all --remote-time --remove-on-error --retry-all-errors --retry-connrefused --sasl-ir --show-error --show-headers --silent --skip-existing --ssl --ssl-no-revoke --ssl-reqd --styled-output --suppress-connect-headers --tcp-fastopen --tcp-nodelay --tlsv1 --tlsv1.0 --tlsv1.1 --tlsv1.2 --tlsv1.3 --tr-encoding --trace-ids --trace-time --use-ascii --verbose --xattr -0 -1 -2 -3 -4 -6 -# -: -a -B -f -g -G -I -i -J -j -k -l -L -M -n -N -O -p -q -R -S -s -v -V -Z',
  curlie: '-v -s -i -k -L -f -I --pretty',
  'rsync grsync openrsync':
    '--8-bit-output --acls --append --append-verify --archive --atimes --backup --checksum --compress --copy-dirlinks --copy-links --copy-unsafe-links --crtimes --cvs-exclude --del --delay-updates --delete --delete-after --delete-before --delete-delay --delete-during --delete-excluded --delete-missing-args --devices --dirs --dry-run --executability --existing --fake-super --force --from0 --fsync --fuzzy --group --hard-links --human-readable --i-r --ignore-errors --ignore-existing --ignore-missing-args --ignore-non-existing --ignore-times --inc-recursive --inplace --ipv4 --ipv6 --itemize-changes --keep-dirlinks --links --list-only --mkpath --munge-links --no-implied-dirs --no-inc-recursive --no-i-r --no-motd --no-whole-file --no-perms --no-owner --no-group --no-times --no-links --no-o --no-g --no-p --no-t --no-l --no-D --no-r --no-compress --no-h --no-v --numeric-ids --old-args --omit-dir-times --omit-link-times --one-file-system --open-noatime --owner --partial --perms --preallocate --progress --protect-args --prune-empty-dirs --quiet --recursive --relative --remove-source-files --remove-sent-files --safe-links --secluded-args --size-only --sparse --specials --stats --super --times --update --verbose --whole-file --xattrs -0 -4 -6 -8 -A -C -D -E -F -H -I -J -K -L -N -O -P -R -S -U -V -W -X -a -b -c -d -g -h -i -k -l -m -n -o -p -q -r -s -t -u -v -x -y -z',
  'xargs gxargs': '--exit --interactive --no-run-if-empty --null --open-tty --show-limits --verbose -0 -o -p -r -t -x',
  'sed gsed ssed':
    '--debug --follow-symlinks --null-data --posix --quiet --regexp-extended --sandbox --separate --silent --unbuffered --zero-terminated --binary -E -a -b -n -r -s -u -z',
  'wget wget2':
    '--adjust-extension --auth-no-challenge --background --backup-converted --content-disposition --content-on-error --continue --convert-links --debug --delete-after --follow-ftp --force-directories --force-html --https-only --ignore-case --ignore-length --inet4-only --inet6-only --keep-session-cookies --mirror --no-cache --no-check-certificate --no-clobber --no-config --no-cookies --no-directories --no-dns-cache --no-glob --no-host-directories --no-hsts --no-http-keep-alive --no-if-modified-since --no-iri --no-parent --no-passive-ftp --no-proxy --no-remove-listing --no-use-server-timestamps --no-verbose --page-requisites --protocol-directories --quiet --random-wait --recursive --relative --retr-symlinks --retry-connrefused --retry-on-host-error --save-headers --server-response --show-progress --span-hosts --spider --strict-comments --timestamping --trust-server-names --unlink --verbose --xattr -4 -6 -E -F -H -K -L -N -S -V -b -c -d -h -k -m -nc -nd -np -nv -nH -q -r -v -x -n',
  'aria2c axel':
    '-c --continue --allow-overwrite --auto-file-renaming --conditional-get --remote-time --no-conf --quiet -q --enable-color --show-files -S --follow-torrent --follow-metalink -V --check-integrity --always-resume --optimize-concurrent-downloads --stderr --human-readable -n -a -k -v -4 -6 -Z --parameterized-uri -P',
  'http https httpie xh xhs':
    '--all -b --body --check-status --no-check-status --chunked -x --compress -c --continue --debug -d --download -F --follow -f --form -h --headers --ignore-netrc -I --ignore-stdin -j --json -m --meta --multipart --offline --path-as-is -q --quiet -S --stream --traceback --unsorted --sorted -v --verbose -vv -4 -6 --https --curl --curl-long',
  'lynx w3m links elinks links2':
    '-dump -source -nolist -nonumbers -listonly -stdin -force_html -accept_all_cookies -crawl -noreferer -image_links -verbose -no-numbering -no-references -dump_source -F -B -M -no-home -anonymous -head -nopause -nostatus -number_links -unique_urls -html-numbered-links',
  'yt-dlp youtube-dl gallery-dl you-get lux annie spotdl':
    '-q --quiet -v --verbose -s --simulate --skip-download -F --list-formats -x --extract-audio --write-sub --write-subs --write-auto-sub --write-auto-subs --all-subs --embed-subs --embed-thumbnail --embed-metadata --add-metadata --write-thumbnail --write-info-json --write-description --no-playlist --yes-playlist --flat-playlist -i --ignore-errors --no-warnings --no-progress --newline --restrict-filenames --no-overwrites -w -c --continue --no-part -k --keep-video --list-subs -g --get-url -e --get-title --get-id --get-duration --get-filename -j --dump-json -J --dump-single-json --no-mtime --geo-bypass --prefer-free-formats --abort-on-error --no-continue --ignore-config --no-cache-dir -4 -6 --split-chapters --force-overwrites --audio-multistreams --live-from-start --print-json --no-simulate --embed-chapters --mtime',
  'less more most zless zmore pg bzless xzless ov moar':
    '-A -B -C -E -F -G -I -J -K -L -M -N -Q -R -S -U -V -W -X -a -c -d -e -f -g -i -m -n -q -r -s -u -w -~ -? -l --chop-long-lines --quit-if-one-screen --RAW-CONTROL-CHARS --raw-control-chars --no-init --line-numbers --LINE-NUMBERS --ignore-case --IGNORE-CASE --squeeze-blank-lines --quit-at-eof --QUIT-AT-EOF --silent --quiet --follow-name --force --mouse --incsearch --use-color --no-lessopen --no-histdups --hilite-search --hilite-unread --long-prompt --LONG-PROMPT -1 -2 -3 -4 -5 -6 -7 -8 -9 -0 -#',
  systemctl:
    '--after --all --before --dry-run --fail --failed --force --full --global --no-ask-password --no-block --no-legend --no-pager --no-reload --no-wall --now --plain --quiet --recursive --reverse --runtime --show-transaction --show-types --stdin --system --user --value --wait --with-dependencies --mkdir --read-only --marked -a -f -i -l -q -r -T',
  service: '--status-all --full-restart',
  journalctl:
    '--all --catalog --disk-usage --dmesg --fields --flush --follow --full --header --list-boots --merge --no-full --no-hostname --no-pager --no-tail --pager-end --quiet --reverse --rotate --show-cursor --sync --system --update-catalog --user --utc --verify --boot --relinquish-var -N -a -b -e -f -k -l -m -q -r -x',
  dmesg:
    '--clear --color --console-on --ctime --decode --follow --follow-new --force-prefix --human --json --kernel --noescape --nopager --notime --raw --read-clear --reltime --show-delta --syslog --userspace -C -D -E -H -J -L -P -S -T -W -c -d -e -h -k -p -r -t -u -w -x',
  'systemd-run run0':
    '--collect -G --no-ask-password --no-block --pipe -P --pty -t -T --quiet -q --remain-after-exit -r --same-dir -d --scope --send-sighup --shell -S --slice-inherit --system --user --wait --expand-environment',
  'systemd-analyze systemd-cgls systemd-cgtop systemd-delta systemd-detect-virt systemd-path systemd-escape systemd-id128 loginctl userdbctl':
    '--user --system --global --order --require --no-pager --quiet -q --generators --man --all -l --full -k -c -v --container --vm --private-users --list --path --unescape -u --mangle -m --no-legend --acquired --activatable --unique --value -a -p -b -n -1 -h --no-ask-password',
  coredumpctl: '--all --no-legend --no-pager --quiet --reverse -1 -q -r',
  crontab: '-e -l -r -i',
  logrotate: '-d --debug -f --force -v --verbose --skip-state-lock',
  pm2: '--no-daemon --watch -s --silent --mini-list -m --raw --nostream --err --out --json --update-env --no-autorestart -f --force --no-color --timestamp --merge-logs --time --vizion --no-vizion',
  'supervisorctl monit circusctl': '-i --interactive -v -t -I -B',
  'ssh slogin autossh dbclient': '-1 -2 -4 -6 -a -C -f -G -k -N -n -q -T -t -tt -V -v -vv -vvv -x -y',
  'scp pscp': '-V -3 -4 -6 -A -B -C -O -p -q -R -r -T -v',
  sftp: '-4 -6 -A -a -C -f -N -p -q -r -v',
  'ssh-keygen': '-A -B -H -K -L -Q -U -c -e -g -h -i -k -l -p -q -u -v -y',
  'ssh-copy-id': '-f -n -s -x',
  'ssh-add': '-D -K -L -X -c -d -k -l -q -v -x',
  'ssh-agent': '-a -c -D -d -k -s',
  'ssh-keyscan ssh-audit': '-4 -6 -c -D -H -q -v -j -jj -b -n',
  sshfs: '-f -d -s -C -1 -h -V',
  mosh: '-a -n -4 -6 -o --local --no-init --no-ssh-pty',
  sshuttle: '-D -v -N -H --auto-nets --dns -4 -6',
  keychain: '-q --quiet --eval -k --clear --quick -Q --noask --nogui --nocolor -l',
  'gpg gpg2 gpgv gpgsm':
    '--armor --armour -a --batch --no-tty --yes --no --quiet -q --verbose -v -vv --dry-run -n --list-keys -k --list-secret-keys -K --list-public-keys --list-signatures --list-sigs --check-sigs --check-signatures --fingerprint --list-packets --list-config --verify --verify-files --decrypt -d --encrypt -e --sign -s --clear-sign --clearsign --detach-sign -b --symmetric -c --import --export --export-secret-keys --export-secret-subkeys --export-ssh-key --export-ownertrust --import-ownertrust --delete-keys --delete-key --delete-secret-keys --delete-secret-and-public-keys --delete-secret-and-public-key --gen-key --generate-key --full-gen-key --full-generate-key --quick-generate-key --quick-gen-key --quick-add-key --quick-add-uid --quick-sign-key --quick-lsign-key --quick-set-expire --edit-key --sign-key --lsign-key --gen-revoke --generate-revocation --refresh-keys --recv-keys --receive-keys --send-keys --search-keys --locate-keys --fetch-keys --dearmor --enarmor --no-default-keyring --no-options --with-colons --with-fingerprint --with-keygrip --with-subkey-fingerprint --with-key-data --fixed-list-mode --textmode -t --no-armor --ignore-time-conflict --expert --always-trust --no-autostart --show-keys --card-status --update-trustdb --check-trustdb --throw-keyids --no-symkey-cache --use-agent --no-greeting --no-permission-warning --no-secmem-warning --multifile --dump-options --print-md --print-mds --gen-random --list-only --show-session-key --allow-secret-key-import --force-mdc --interactive -i --no-emit-version --no-comments --full-timestrings --preserve-permissions --exit-on-status-write-error --passwd',
  'age rage age-keygen rage-keygen': '-a --armor -d --decrypt -e --encrypt -p --passphrase -y',
  'minisign signify sops':
    '-G -R -S -V -H -C -W -q -Q -f -x -y -d --decrypt -e --encrypt -i --in-place -r --rotate -s --show-master-keys --ignore-mac --verbose',
  openssl:
    '-noout -text -subject -issuer -dates -enddate -startdate -fingerprint -serial -hash -email -modulus -pubkey -purpose -pubin -pubout -check -verbose -x509 -nodes -noenc -new -batch -utf8 -hex -binary -r -c -base64 -a -A -d -e -salt -nosalt -p -P -pbkdf2 -nopad -md5 -sha1 -sha224 -sha256 -sha384 -sha512 -sha3-256 -sha3-512 -blake2b512 -blake2s256 -1 -5 -6 -crypt -apr1 -stdin -quiet -brief -ign_eof -showcerts -no_ssl3 -no_tls1 -no_tls1_1 -tls1 -tls1_1 -tls1_2 -tls1_3 -status -prexit -crlf -msg -debug -state -clcerts -nokeys -nocerts -cacerts -export -info -legacy -nomac -traditional -topk8 -nocrypt -aes128 -aes192 -aes256 -aes-128-cbc -aes-192-cbc -aes-256-cbc -aes-128-gcm -aes-256-gcm -aes-256-ctr -des3 -des-ede3-cbc -chacha20 -genkey -param_out -list_curves -z -trusted -no_check_time -crl_check -partial_chain -show_chain -raw -i -providers -ciphers -s -v -stdname -commands -digest-commands -cipher-commands -digest-algorithms -cipher-algorithms -prime -generate -safe -www -WWW -HTTP -verify_return_error -reconnect -verify_quiet -ocsp_uri -CAcreateserial -req -elapsed -mr -selfsigned -text_pub -x509toreq -verify',
  'keytool jarsigner':
    '-list -v -rfc -printcert -printcertreq -printcrl -importcert -exportcert -genkeypair -genseckey -certreq -delete -changealias -importkeystore -importpass -keypasswd -storepasswd -noprompt -cacerts -trustcacerts -help -showinfo -gencert -genkey -import -export -verify -verbose -certs -strict -protected',
  'certbot lego acme.sh dehydrated':
    '-n --non-interactive -q --quiet --standalone --webroot --nginx --apache --manual --agree-tos --dry-run --test-cert --staging --force-renewal --keep-until-expiring --keep --expand --no-eff-email --eff-email --register-unsafely-without-email --redirect --no-redirect --hsts --uir --staple-ocsp --must-staple --no-random-sleep-on-renew --duplicate -v --verbose -vv --debug --accept-tos --list --renew-all --issue --info --cron --force',
  'cosign sigstore notation slsa-verifier gitsign rekor-cli':
    '-y --yes -d --verbose --recursive -r --local-image --keyless --check-claims --offline --tlog-upload --upload --force -f --print-provenance --debug',
  'git-secrets semgrep snyk safety osv-scanner dependency-check gitleaks trufflehog detect-secrets':
    '--json --sarif --quiet -q --verbose -v --all-projects --dev --docker --all-sub-projects --print-deps --fail-fast --no-git -r --recursive --redact --no-banner --no-color --staged --pre-commit --error --strict --no-git-ignore --dryrun --time --oss-only --only-verified --no-verification --no-update --fail --scan --scan-history --list --cached --untracked --no-index --all --full-report --short-report --bare --skip-git --offline --disableOssIndex --noupdate --enableExperimental --experimental --all-files -f --follow-symlinks --disable-nosem --no-rewrite-rule-ids --test --validate --debug --vim --emacs --gitlab-sast --junit-xml --text',
  'totp oathtool': '--totp -b --base32 -v --verbose --hotp -q',
  tmux: '-2 -C -CC -D -l -N -u -U -v -V -a -b -d -E -g -G -h -H -I -J -k -L -m -M -O -o -p -P -q -r -R -s -S -T -w -W -x -X -y -Z -n -i -e',
  screen: '-4 -6 -A -a -D -d -DR -dr -dRR -i -L -l -list -ls -m -O -q -Q -R -r -RR -U -v -wipe -x -X',
  'kill pkill killall killall5 skill snice xkill slay fkill kill-port':
    '--count --echo --exact --full --ignore-ancestors --ignore-case --inverse --newest --oldest --list --table --wait --verbose --quiet --interactive --process-group --regexp -a -c -e -f -h -i -l -L -n -o -q -r -v -w -x -I -V -g --force -s -1 -2 -3 -6 -9 -10 -12 -14 -15 -17 -18 -19 -0 -HUP -INT -QUIT -KILL -TERM -STOP -CONT -USR1 -USR2 -ABRT -ALRM -CHLD -TSTP -SIGHUP -SIGINT -SIGQUIT -SIGKILL -SIGTERM -SIGSTOP -SIGCONT -SIGUSR1 -SIGUSR2 -SIGABRT -SIGTSTP -z',
  'fuser lsof lsfd':
    '--all --inode --interactive --ipv4 --ipv6 --ismountpoint --kill --list-signals --silent --user --verbose --writeonly -4 -6 -a -c -f -i -I -k -l -m -M -n -s -u -v -w -C -E -F -L -N -O -P -R -T -U -V -X -Z -b -g -o -t -x -J --json --noheadings -r -HUP -TERM -KILL -INT -i? -s?',
  'vim vi nvim view vimdiff ex rvim gvim mvim':
    '--clean --noplugin --not-a-term --headless --literal --nofork -b -C -d -D -e -E -s -es -Es -f -h -l -L -m -M -n -N -o -O -p -R -v -V -X -Z -y -A -F -H -g -0 -1 -2',
  'ed red':
    '-s --quiet --silent -E --extended-regexp -G --traditional -l --loose-exit-status -r --restricted -v --verbose',
  'emacs emacsclient xemacs':
    '--batch -batch --quick -Q -q --no-init-file --no-site-file --no-site-lisp --no-splash --no-desktop --no-window-system -nw -t --tty -c --create-frame -n --no-wait -nsl -nl --debug-init --suppress-output -u --quiet -r --fullscreen -fs --maximized -mm --no-bitmap-icon',
  'nano pico micro jed joe ne':
    '--view --nohelp --linenumbers --softwrap --autoindent --mouse --backup --nowrap --boldtext --constantshow --tabstospaces --nonewlines --unix --noread --zap --restricted --ignorercfiles --saveonexit -A -B -D -E -F -G -H -I -K -L -M -N -O -P -R -S -U -V -W -Z -a -b -c -d -e -g -h -i -j -k -l -m -n -p -q -t -u -v -w -x -y -z -0',
  'code code-insiders codium vscodium cursor windsurf positron antigravity trae zed subl atom':
    '-n --new-window -r --reuse-window -w --wait -g --goto -d --diff -m --merge -a --add --remove --list-extensions --show-versions --force -v -h --status -s --disable-extensions --disable-gpu --verbose -b --background --foreground --stay --pre-release --no-cached-data',
  'idea pycharm webstorm goland clion phpstorm rubymine studio rider fleet kate gedit geany pluma mousepad xed leafpad featherpad lapce kwrite mate textmate bbedit':
    '--wait -w --line --nosplash -b --block --new-window --standalone -n -s',
  'cheat cht.sh navi howdoi eg bropages kb tealdeer':
    '-l --list --print --best-match -a --all -c --color -t -n -u --update -q --quiet --raw -p',
  perldoc: '-T -v -t -u -m -l -r -i -V -X',
  'make gmake mingw32-make bmake nmake remake':
    '--always-make -B --check-symlink-times -L --dry-run --just-print --recon -n --environment-overrides -e --ignore-errors -i --keep-going -k --no-keep-going -S --stop --no-builtin-rules -r --no-builtin-variables -R --no-print-directory --print-directory -w --print-data-base -p --question -q --quiet --silent -s --no-silent --touch -t --trace --warn-undefined-variables -v -b -m -d --debug --output-sync -O --jobs -j --load-average -l --max-load --print-targets --shuffle',
  'cmake cmake3':
    '--fresh --trace --trace-expand --warn-uninitialized --warn-unused-vars --no-warn-unused-cli --check-system-vars --debug-output --debug-find --debug-trycompile --list-presets --system-information --clean-first --verbose -v --use-stderr --strip --help-full --help-command-list --help-module-list --help-property-list --help-variable-list --log-context --workflow -N -L -LA -LAH -LH -j --parallel --graphviz --compile-no-warning-as-error --link-no-warning-as-error -Wdev -Wno-dev -Wdeprecated -Wno-deprecated',
  'task go-task':
    '-y --yes -f --force -s --silent -v --verbose -w --watch -n --dry -l --list -a --list-all -p --parallel -x --exit-code --summary --status -i --init -c --color --no-color --json -j -k',
  sudo: '--askpass --background --bell --edit --list --login --no-update --non-interactive --preserve-env --preserve-groups --remove-timestamp --reset-timestamp --set-home --shell --stdin --validate -A -B -b -E -e -H -i -K -k -l -N -n -P -S -s -V -v',
  doas: '-n -s -L',
  'su runuser': '-l --login -f --fast -m -p --preserve-environment -P --pty -T --no-pty -',
  pkexec: '--disable-internal-agent --keep-cwd',
  'env genv':
    '-i --ignore-environment -0 --null -v --debug --list-signal-handling --block-signal --default-signal --ignore-signal -',
  watch:
    '-b --beep -c --color -C --no-color -d --differences -e --errexit -g --chgexit -p --precise -t --no-title -w --no-wrap -x --exec -r --no-rerun -f --follow',
  'watchexec entr fswatch-run onchange chokidar nodemon reflex':
    '-c --clear -r --restart -p --postpone -n -d -s -z -a -q --quiet -v --verbose --no-vcs-ignore --no-ignore --no-shell --notify -N --print-events -w --timings --initial -i -k --kill --silent -m -P -V --await-write-finish --follow-symlinks --on-change-only -I -L --legacy-watch --dump --cc',
  script: '-a --append -e --return -f --flush --force -q --quiet -d -p -r',
  flock: '-s --shared -x -e --exclusive -u --unlock -n --nb --nonblock -o --close -F --no-fork --verbose',
  'parallel rush':
    '-k --keep-order --dry-run --dryrun --bar --progress --eta -q --quote -u --ungroup --line-buffer --lb -0 --null -X -m --xargs --pipe --citation --will-cite --no-notice -t --verbose -v --no-run-if-empty -r --link --group --tag --shuf --resume --resume-failed --interactive -p -i --plus --wait --fg --semaphore --bg --round-robin --pipepart --color --ctag',
  perf: '-a --all-cpus -g --all-user --all-kernel -v --verbose -q --quiet -n -d -B --big-num --no-big-num -A --no-aggr --per-core --per-socket --per-node --per-thread -j --json-output -z -S --sync --null -T --transaction --no-scale --stdio --tui --gtk -D --no-children --children --header --header-only --no-inherit --no-samples --branch-any -b -s --summary -W --weight --list --details -N --sched',
  'gdb lldb rr':
    '--batch -batch --quiet -q -quiet --args -args --nx -nx -n --nh -nh --silent -silent -b --no-use-colors -X --no-lldbinit --batch-silent --return-child-result --readnow --tui -tui -nw -w -write',
  'tcpdump tshark dumpcap wireshark termshark ngrep':
    '-A -D -e -f -h -H -I -J -K -l -L -n -N -nn -O -p -q -S -t -tt -ttt -tttt -ttttt -u -U -v -vv -vvv -x -X -xx -XX -# -2 -V -P -Q --color --number --print --count --immediate-mode --list-interfaces --no-promiscuous-mode --packet-buffered -W -M --list-data-link-types --no-optimize',
  'nc ncat netcat nc.traditional nc.openbsd':
    '-4 -6 -A -C -D -d -h -k --keep-open -l --listen -n --nodns -N -r -S -t --telnet -u --udp -U --unixsock -v -vv -vvv --verbose -z --ssl --ssl-verify --send-only --recv-only --no-shutdown --crlf --sctp --broker --chat -F -b --append-output --vsock',
  socat: '-4 -6 -0 -D -d -dd -ddd -dddd -u -U -v -x -h -V -g -s -ly -lu -lh --statistics --experimental -ls',
  'dig drill kdig delv doggo dog': '-4 -6 -m -r -u -v --json -J --short --time --tls --https -1 --debug -D -S -T',
  ip: '-4 -6 -B -0 -M -s -stats -statistics -d -details -r -resolve -j -json -p -pretty -br -brief -o -oneline -c -color -h -human -human-readable -iec -t -timestamp -ts -tshort -a -all -N -Numeric -echo -V',
  'ifconfig route arp iwconfig brctl bridge vconfig ipmaddr tc iptunnel iw wg rfkill networkctl resolvectl systemd-resolve networksetup scutil iwctl nmtui connmanctl nmcli':
    '-a -s -v -n -e -ee -F -C -4 -6 -d -D -j -p -r -h -o -c -t --all --no-pager --no-legend --full -l --brief --terse --pretty --ask --show-secrets --status --statistics --legend -net -host -w --escape -m -get -getinfo -listallnetworkservices -listallhardwareports -getdnsservers -getwebproxy -getairportnetwork',
  'whois finger': '-H -I -a -l -s -m -p --verbose --no-recursion -Q -d',
  nmap: '-A -sS -sT -sU -sV -sn -sP -sL -sO -sC -sA -sF -sN -sX -sW -sM -Pn -PE -PP -PS -PA -PU -n -R -F -r -O -v -vv -vvv -d -dd --open --reason --traceroute --version-light --version-all --version-trace --osscan-guess --osscan-limit --packet-trace --iflist --append-output --system-dns --privileged --unprivileged -6 -T0 -T1 -T2 -T3 -T4 -T5 -f --badsum --script-updatedb --randomize-hosts --disable-arp-ping --defeat-rst-ratelimit --noninteractive -p-',
  'hostname ohai localectl timedatectl hwclock chronyc ntpq ntpstat':
    '-a --alias -A --all-fqdns -d --domain -f --fqdn --long -i --ip-address -I --all-ip-addresses -s --short -y --yp --nis --static --transient --pretty --json -j --no-ask-password --no-pager --all --monitor --value --no-legend -r --show -v --verbose -n -p --full -c -u --utc --localtime -D --get -w --systohc -4 -6 --adjust-system-clock --no-convert',
  sysctl:
    '--all --deprecated --ignore --load --names --quiet --system --values --write -A -N -X -a -b -e -h -n -o -p -q -w -x --binary -d',
  'useradd adduser':
    '--create-home -m --no-create-home -M --system -r --user-group -U --no-user-group -N --no-log-init -l --non-unique -o --badname --defaults -D --disabled-password --disabled-login --quiet --debug --allow-bad-names --add_extra_groups -F -S -H -q --force-badname --allow-badname',
  'usermod groupadd addgroup groupmod userdel deluser groupdel delgroup':
    '--append -a --lock -L --unlock -U --move-home -m --non-unique -o --remove -r --force -f --badname --system -S --remove-home --remove-all-files --backup --group --only-if-empty --quiet --users -q -Z --remove-selinux-user',
  'passwd chage gpasswd chsh chfn newusers chpasswd':
    '--all -a --delete -d --expire -e --keep-tokens -k --lock -l --unlock -u --status -S --quiet -q --stdin -f --force --list -h -i --iso8601 --encrypted --md5 -m',
  'mount umount mount.nfs mount.cifs':
    '-a --all -f --fake -F --fork -i --internal-only -l --show-labels -n --no-mtab -r --read-only -w --rw --read-write -s -v --verbose --bind -B --rbind -R --move -M --make-shared --make-slave --make-private --make-rprivate --make-rslave --make-rshared -m --mkdir -c --no-canonicalize --lazy --force --recursive -d --detach-loop -q --quiet -A --all-targets --onlyonce -y',
  'mkfs mke2fs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.fat':
    '-F -c -j -n -q -v -S -D -V -f --force -K --nodiscard -I -a -A',
  svn: '--quiet -q --verbose -v --xml --incremental --non-interactive --force --ignore-externals --stop-on-copy --no-auth-cache --no-ignore --summarize --show-updates -u --no-diff-deleted --git --notice-ancestry --ignore-ancestry --parents --keep-local --no-unlock --auto-props --no-auto-props --use-merge-history -g --revprop --strict -N --non-recursive --internal-diff --no-diff-added --ignore-properties --properties-only --patch-compatible --show-copies-as-adds --diff --remove --include-externals --pin-externals --show-passwords --recursive -R --dry-run --record-only --reintegrate --allow-mixed-revisions --no-newline --vacuum-pristines --remove-unversioned --remove-ignored --adds-as-modification --force-interactive',
  hg: '-v --verbose -q --quiet -y --noninteractive --debug --traceback --time --profile -A --all -a -m --modified --added -r --removed -d --deleted -c --clean -u --unknown -i --ignored -n --no-status -C --copies -0 --print0 -p --patch --stat -g --git -G --graph -f --follow --follow-first -M --no-merges --only-merges --nodates --noprefix -w -b -B -E --ignore-all-space --ignore-blank-lines --ignore-space-change --addremove --amend --secret --close-branch -s --subrepos --force --update --new-branch --pull --uncompressed --stream --noupdate -U -k --keep --dry-run --after --all-changes --topo --active --closed --hidden --no-backup --no-commit --collapse --keepbranches --interactive',
  'p4 cvs fossil darcs bzr repo pijul brz':
    '-q -n -v -s -t --quiet --verbose --all -a --dry-run -l -u -P -d -f -R -Q -N --brief --side-by-side --recursive --short -c --current-branch --no-tags --force-sync --summary --patch',
  jj: '--ignore-working-copy --debug --quiet --no-pager -p --patch -s --summary --stat --types --name-only --git --color-words --no-graph -G --reversed --all --allow-new -N --allow-empty-description --edit -e --no-edit --deleted --tracked -a --all-remotes --dry-run -i --interactive --use-destination-message -u --colocate --no-colocate --keep-emptied --skip-emptied -c --current -t --conflicts --allow-backwards -B',
  'npm-check npm-check-updates ncu npm-name npm-home npm-user updates taze syncpack manypkg publint attw arethetypeswrong sort-package-json size-limit bundlesize':
    '-u --upgrade -i --interactive --json --jsonUpgraded --jsonAll --deep --doctor -g --global --minimal -m --no-peer --peer -w --workspaces --root --pre --skip-unused --update -y --yes --update-all --production --dev --strict --include-entry-exports --no-exit-code --no-progress --no-gitignore --fix --include-libs --cache --watch --debug --trace --performance --dependencies --exports --files --circular -c --orphans --leaves --no-color --no-spinner --summary --warning --warn --stdin --csv --markdown --development --excludePrivatePackages --unknown --relativeLicensePath --direct --pack --from-npm --ignore-resolutions --quiet -q --check --why --hide-passing --silent --clean --ignore-missing --ignore-bin-package --skip-missing --list --write -r --recursive --force --all --include-locked -l --no-emoji --errors-only --profile= --yarn --format= --ignore-rules= --target= --filter= --reject= --dep= --extensions= --exclude= --ignores= --skip= --workspace=',
  'nvm fnm n volta nodenv asdf mise rtx corepack':
    '--lts --latest --no-progress --default --save -s -b --no-use --silent -f --force -v --verbose -q --quiet -y --yes -g --global -p --path --json -J --activate --all --installed --prune --no-header --local --bare --offline --shims --cache-only --skip-default-packages --current -c --missing --outdated --dry-run -n --interactive -i --use-on-cd -e --env --tool --no-hooks --from-source',
  dotnet:
    '--nologo -nologo --no-build --no-restore --no-dependencies --no-incremental --no-logo --force --self-contained --no-self-contained --sc --blame --blame-crash --blame-hang --list-tests -t --interactive --include-symbols --include-source -s --serviceable --verify-no-changes --include-generated --no-https --force-evaluate --locked-mode --use-lock-file --disable-parallel --no-cache --ignore-failed-sources --use-current-runtime --ucr -g --global --local --list-sdks --list-runtimes --info --outdated --deprecated --vulnerable --include-transitive --include-prerelease --highest-patch --highest-minor --no-hot-reload --non-interactive --quiet -q --verbose --prerelease --in-root --no-launch-profile --skip-duplicate --no-symbols --no-service-endpoint --tl --disable-build-servers -m -graph --create-manifest-if-needed --all --clean --trust --check --allow-roll-forward --dry-run -a= --arch= --os= --logger= -l= --settings= --filter= --verbosity= -v= --no-http-cache',
  deno: '-q --quiet -r? --reload? --no-check? --no-remote --no-npm --no-config --no-lock --frozen? --cached-only --check? --json --unstable --unstable-kv --unstable-cron --unstable-ffi --unstable-net --unstable-webgpu --unstable-bare-node-builtins --unstable-byonm --unstable-sloppy-imports --unstable-temporal --unstable-worker-options --unstable-otel --watch? --watch-hmr --no-clear-screen --no-prompt --allow-none -A --allow-all -N? --allow-net? -R? --allow-read? -W? --allow-write? -E? --allow-env? -S? --allow-sys? --allow-run? --allow-ffi? -I? --allow-import? --deny-net? --deny-read? --deny-write? --deny-env? --deny-run? --deny-ffi? --deny-sys? --inspect --inspect-brk --inspect-wait --no-run --fail-fast --parallel? --shuffle? --doc --doc-only --trace-leaks --trace-ops --coverage? --clean --junit --permit-no-files --hide-stacktraces --fix --rules --compact --lcov --html --detailed --prompt --unsafely-ignore-certificate-errors -g --global -f --force --node-modules-dir? --vendor --lock-write -d --dev -D --use-tabs --no-semicolons --single-quote --dry-run --allow-dirty --allow-slow-types --no-terminal --print -p --init --no-provenance --v8-flags --strace-ops --eval --latest --interactive --recursive --compatible --private --lint -i --ts --js --allow-hrtime --permit-no-files',
  'snap flatpak':
    '--classic --dangerous --devmode --jailmode --edge --beta --candidate --stable --all --no-wait --purge --list --verbose -v --user --system -y --assumeyes --noninteractive --or-update --reinstall --runtime --app --show-details --delete-data --unused --force-remove --no-related --no-deps --no-pull --no-static-deltas --if-not-exists -d -a --narrow --private --abs-time',
  'choco winget scoop':
    '-y --yes --confirm -r --limit-output --limitoutput --no-progress --verbose -v --debug -d --noop --whatif -f --force --accept-source-agreements --accept-package-agreements --silent -h --disable-interactivity -e --exact --include-unknown -u --all -a --pre --prerelease -lo --local-only --localonly -i --include-programs --skip-powershell -n --uninstall-previous --no-upgrade --nocolor --acceptlicense --accept-license -x --forcex86 --x86 -s --skip --no-cache -k --global -g --interactive --wait --purge --preserve --versions --version=',
  'nix nix-env nix-store nix-channel nix-collect-garbage nix-hash nix-prefetch-url nixos-rebuild home-manager':
    '-q -v --verbose --quiet --json --no-link --print-out-paths --impure --pure --offline --refresh --no-update-lock-file --recreate-lock-file --show-trace --keep-going -k --keep-failed -K --dry-run --print-build-logs -L --no-write-lock-file --all --installed --list --update -u --upgrade --delete-old -d --gc --print-roots --print-dead --print-live --references --requisites --referrers --tree --query --optimise --flat --base32 --no-build-output --fallback --fast --no-warn-dirty --commit-lock-file --extra-experimental-features= --experimental-features= --system= --max-jobs= -j= --cores= -A= --attr= -p --packages -i --install -e --uninstall',
  'apt-cache apt-file apt-config dpkg-query dpkg-architecture apt-show-versions apt-listchanges apt-rdepends deborphan repoquery pkgfile checkupdates pactree pkgutil needs-restarting apt-mark rpmverify':
    '-a --all -i --installed -n --names-only -f --full -q --quiet --recurse --important --no-recommends --no-suggests --no-depends --no-breaks --no-conflicts --all-versions -l --list -L --listfiles -s --status -S --search -W --show -p --print-avail --no-pager -x --regexp -F --fixed-string -v --verbose -D -I --from-deb --package-only -r --reverse -d -u --upgradeable -b -e -R -V --requires --provides --whatrequires --whatprovides --changelog --info --docfiles --configfiles --scripts --last --pkgs --files --only-unlocked --ignore-case --show-depends --simulate --latest --no-headers',
  'dpkg-buildpackage debuild lintian dh_make rpmlint makepkg namcap mock fpm nfpm dpkg-source dpkg-scanpackages':
    '-b -B -A -S -F -g -G -us -uc -ui -tc -nc -d -D -rfakeroot -sa -si -sd -i -I -j --no-sign --no-pre-clean --no-check-builddeps --pedantic --info -E --allow-root --fail-on-warning -v --verbose -q --quiet --check -s --syncdeps -c --clean -f --force --nodeps --noconfirm --needed -C --cleanbuild -e --noextract -o --nobuild -m --nocolor --printsrcinfo --verifysource --no-user-dirs --show-overrides --single -y --native --rebuild --list-checks',
  rustup:
    '-v --verbose -q --quiet --force --no-self-update --installed --path --force-non-host --allow-downgrade --book --std --core --reference --profile= --toolchain= -c= --component= -t= --target= --default-host= --default-toolchain= -y',
  'hyperfine concurrently conc npm-run-all npm-run-all2 run-s run-p cross-env cross-env-shell env-cmd dotenv dotenvx with-env envsub start-server-and-test retry rerun with-lock husky simple-git-hooks lefthook is-ci only-allow ifne mispipe':
    '-i --ignore-failure -N --show-output -s --sequential -p --parallel -l --print-label -n --print-name -c --continue-on-error -a --aggregate-output -r --race --silent --kill-others -k --kill-others-on-fail --raw --no-color --timings -g --group --passthrough-arguments -P --handle-input --pad-prefix --use-shell --no-override -o --overload --override --verbose --quiet -q -f --force --no-auto-install --all-files --files-from-stdin --no-tty --fail-on-changes --colors --use-package --debug -x --no-expand --recursive -v --plain --hold -0',
  'patchelf patch-package':
    '--print-interpreter --print-rpath --print-needed --print-soname --print-os-abi --shrink-rpath --remove-rpath --force-rpath --no-default-lib --debug --reverse --error-on-fail --error-on-warn --use-yarn --append --create-issue --case-sensitive-path-filtering --partial',
  'busybox toybox': '--list --list-full',
  'adb fastboot': '-d -e -a -r -t -g -f -l --no-streaming --fastdeploy --instant -v -n -c -p',
  'picocom tio cu miniterm pyserial-miniterm avrdude esptool esptool.py':
    '-q --quiet -l --list -v -V -D -e -F -n -u --noreset -r --raw --echo -i -t --timestamp --no-stub --trace --compress --no-compress --verify --erase-all',
  'claude codex gemini opencode copilot cursor-agent qwen aider goose amp cline crush droid claude-code openhands llm ollama chatgpt mods aichat tgpt fabric lms gpt chatblade q kiro kiro-cli':
    '-v -V --verbose --json --quiet -q --no-color --list -l --usage -n --no-log --no-stream --raw --nowordwrap --think --hidethinking --status --all -g --no-git --no-auto-commits --help-all --plan --print --full --details --debug -d --dangerously-skip-permissions --allow-dangerously-skip-permissions --dangerously-bypass-approvals-and-sandbox --yolo --full-auto --allow-all-tools --allow-all-paths --allow-all --yes-always --auto-approve --trust-all-tools --no-confirm --always-approve',
  'huggingface-cli hf tiktoken ttok files-to-prompt repomix code2prompt gitingest':
    '--quiet --force-download --resume-download --private --exist-ok --json --stdout --compress --copy --no-security-check --remove-comments --remove-empty-lines --include-hidden --line-numbers -n -c --cxml -m --markdown --ignore-files-only --ignore-gitignore --verbose --tokens --no-file-summary --no-directory-structure --output-show-line-numbers -t --full-directory-tree --no-clipboard',
  'act circleci drone woodpecker-cli':
    '-l --list -n --dryrun -v --verbose -q --quiet -r --reuse -b --bind -w --watch --graph -g --pull -p --rm --json --strict --use-gitignore --no-recurse -t',
  'virsh vboxmanage qemu-img multipass limactl lima colima utmctl prlctl':
    '-q --quiet -r --readonly --all --inactive --active --state-running --name --uuid --id --title --table --tree --details --long -l --xml --live --config --current --persistent --force --graceful --managed-save --snapshots-metadata --remove-all-storage --nvram --json --machinereadable -p -U --force-share --image-opts -d -a -c --purge --no-children --cpu --verbose -v --edit --tty --delete --show-ipv4',
  jscodeshift:
    '--dry -d --print -p --parser= --extensions= --ignore-pattern= --ignore-config= --cpus= -c= --verbose= -v= --run-in-band --silent -s --fail-on-error',
  'react-native':
    '--mode= --variant= --simulator= --device= --deviceId= --port= --active-arch-only --terminal= --tasks= --no-packager --list-devices --reset-cache --udid= --scheme= --configuration= --verbose --no-interactive --host= --max-workers=',
  'add-apt-repository apt-add-repository': '-y --yes -n --no-update -r --remove -m --massive-debug -L --list',
  'apropos whatis':
    '-a --and -e --exact -l --long -r --regex -w --wildcard -v --verbose -d --debug -s= --sections= --section= -m= -L=',
  info: '-a --all -w --where -o= --output= -f= --file= -n= --node= --subnodes -v= -k= --apropos=',
  man: '-a --all -f --whatis -k --apropos -w --where --path --location -W -i --ignore-case -I --match-case --regex --wildcard --names-only -u -t -7 --ascii -s= -S= --sections= -L= --locale= -e= --no-hyphenation --nh --no-justification --nj -K -d -D -P= --pager= -H? --html? -C= --config-file=',
  'ausearch aureport':
    '-i --interpret --start= -ts= --end= -te= -m= --message= -k= --key= -sv= --success= --summary -au --auth -l --login --failed -x= -ua= -ui= --raw --just-one',
  'basename gbasename': '-a --multiple -z --zero -s= --suffix=',
  'dirname gdirname': '-z --zero',
  'cal ncal':
    '-1 --one -3 --three -y --year -Y --twelve -s --sunday -m --monday -j --julian -h -b -e -J -o -p -w --week -A= -B= -d= -n= --months= --color -S -C -N',
  'pwd gpwd': '-L -P --logical --physical',
  history: '-c -a -n -r -w -p -s -d=',
  'jobs wait fg bg disown': '-l -n -p -r -s -x -a -h -f',
  'type which gwhich hash whence whereis where':
    '-a --all -t -p -P -f -s --skip-alias --skip-functions --skip-dot --skip-tilde --show-dot --show-tilde --tty-only -r -d -l -v -w -c -m -S -b -B -M -u -g',
  ulimit: '-a -S -H -b -c -d -e -f -i -k -l -m -n -p -q -r -s -t -u -v -x -P -R -T',
  umask: '-p -S',
  'dirs sleep gsleep': '-c -l -p -v',
  'compgen complete compopt bind bindkey':
    '-a -b -c -d -e -f -g -j -k -s -u -v -A= -W= -P= -S= -X= -o= -p -r -l -E -D -I -q= -m= -L',
  tldr: '-l --list -u --update --color= -c --clear-cache -p= --platform= -L= --language= -s= --search= --short-options --long-options --list-platforms --list-languages --info -r --raw -m -v --random -q --quiet --no-auto-update -o --offline',
  'yes nproc locale getconf':
    '--all --ignore= -a --all-locales -m --charmaps -c -k --category-name --keyword-name --verbose',
  'tput stty tty reset clear':
    '-T= -S -x -V -a --all -g --save -F= --file= -s --quiet --silent -q -Q -r -I -c -w -e= -i= -k=',
  'figlet banner cowsay': '-f= -w= -c -l -r -x -t -p -d= -m= -k -W -S -s -o -v -n -I= -C= -a -F= -A -L -R -X',
  'fc-list': '-v --verbose -f= --format= -q --quiet',
  getent: '-i --no-idn -s= --service= -A --no-addrconfig',
  'shutdown halt poweroff reboot':
    '-h -r -P -H -c -k --halt --poweroff --reboot --no-wall -f --force -w --wtmp-only -d --no-wtmp -p --show',
  hostnamectl:
    '--json= -a --alias -A --all-fqdns -d --domain -f --fqdn --long -i --ip-address -I --all-ip-addresses -s --short -y --yp --nis --static --transient --pretty --json -j --no-ask-password --no-pager --all --monitor --value --no-legend -r --show -v --verbose -n -p --full -c -u --utc --localtime -D --get -w --systohc -4 -6 --adjust-system-clock --no-convert',
  rpm: '-q --query -a --all -i --info -l --list -f --file -p --package -R --requires --provides --changelog -c --configfiles -d --docfiles --scripts --triggers --qf= --queryformat= --last -V --verify -v --verbose --whatprovides= --whatrequires= -K --checksig --nofiles --nodeps -s --state --conflicts --obsoletes --filesbypkg --dump -U -F -e -h --hash --install --upgrade --erase --freshen --force --test --percent --import --replacepkgs --oldpackage',
  'pacman yay paru':
    '-S -R -Q -U -F -T -D -V -y -u -i -l -o -q -s -c -n -k -m -e -t -d -w -g -p --noconfirm --needed --quiet --color= --noprogressbar --asdeps --asexplicit --info --list --search --owns --check --explicit --deps --foreign --native --unrequired --upgrades --groups --recursive --cascade --nosave --refresh --sysupgrade --downloadonly --clean --print -v --verbose --debug --ignore= --confirm',
  'xclip xsel':
    '-o -i -out -in -selection= -sel= -d= -display= -b -p -s -k -c -a -x -n -f -filter -r -rmlastnl -loops= -l= -t= -target= -silent -quiet -verbose --clipboard --primary --secondary --input --output --append --clear --delete --keep --nodetach',
  'chromium chromium-browser google-chrome google-chrome-stable chrome firefox brave-browser microsoft-edge':
    '--headless --disable-gpu --no-first-run --no-default-browser-check --incognito --private-window --new-window --new-tab --window-size= --virtual-time-budget= --hide-scrollbars --dump-dom --print-to-pdf-no-header --no-pdf-header-footer --force-device-scale-factor= --lang= --disable-dev-shm-usage --mute-audio --disable-extensions --version -P= --safe-mode',
  'crictl ctr':
    '-i -t --interactive --tty -a --all -q --quiet --no-trunc -o= --output= --name= --state= --tail= -f --follow -n= --namespace= --timestamps --label= --digests -v --verbose',
  'swapon swapoff':
    '-a --all -s --summary --show -v --verbose --noheadings --raw --bytes -e --ifexists -p= --priority= -d --discard -o= --output=',
  udevadm:
    '--reload --info --attribute-walk -a --query= -q= -n= --name= -p= --path= --settle --timeout= -t= --subsystem-match= -s= --action= -c= --property -u --udev -k --kernel --environment -e --dry-run --reload-rules -R --verbose -v',
  'update-alternatives alternatives':
    '--display --list --query --get-selections --config --auto --set --install --remove --remove-all --all --slave --force --quiet --verbose --skip-auto',
  'update-ca-certificates': '-f --fresh -v --verbose',
  'dbus-send gdbus':
    '--session --system --print-reply --dest= --type= -e -d= -o= -m= --object-path= --method= -y --reply-timeout= --signal=',
  'iptables ip6tables':
    '-A -C -D -I -R -L -F -Z -N -X -P -E -S --append --check --delete --insert --replace --list --list-rules --flush --zero --new-chain --delete-chain --policy --rename-chain -n --numeric -v --verbose -x --exact --line-numbers -t= --table= -p= --protocol= -s= --source= -d= --destination= -j= --jump= -i= --in-interface= -o= --out-interface= --dport= --sport= --dports= --sports= -m= --match= --state= --ctstate= --to-destination= --to-source= --to-ports= --to-port= --icmp-type= --comment= --limit= --limit-burst= --log-prefix= --log-level= --reject-with= --mac-source= -w --wait -4 -6 --syn -f -g= --goto= --tcp-flags= --uid-owner= --set-mark= --mark=',
  nft: '-a --handle -n --numeric -s --stateless -j --json -c --check -e --echo -N --reversedns -t --terse -y -p -S -T -o --optimize',
  ufw: '--force --dry-run',
  'firewall-cmd':
    '--state --reload --list-all --list-all-zones --list-services --list-ports --list-rich-rules --get-zones --get-active-zones --get-default-zone --get-services --permanent --zone= --add-service= --add-port= --remove-service= --remove-port= --add-rich-rule= --remove-rich-rule= --add-source= --remove-source= --add-masquerade --query-port= --query-service= --runtime-to-permanent --timeout= --complete-reload --panic-on --panic-off --set-default-zone= --info-zone= --quiet -q',
  'losetup swaplabel':
    '-a --all -l --list -f --find -j= -J --json --noheadings -n --raw --show -d --detach -D --detach-all -r --read-only -P --partscan -o= --offset= --sizelimit= -v --verbose -O=',
  'parted fdisk sfdisk gdisk sgdisk':
    '-l --list -s --script -m --machine -j --json -f --fix -a= --align= -x --list-details -d --dump -V --verify -p --print -F --list-free -T --list-types -o= --output= -n --no-act -q --quiet',
  'fsck e2fsck fsck.ext4 fsck.ext3 fsck.ext2 fsck.xfs fsck.vfat xfs_repair dosfsck badblocks':
    '-n -N -V -v -T -M -R -s -t= -l -y -f -p -a -c -d -r -A -C= -b= -w',
  'smartctl hdparm nvme':
    '-a --all -i --info -H --health -x --xall -c --capabilities -A --attributes -l= --log= --scan --scan-open -j --json -d= --device= -I -t -T -g -C -o= --output-format= -v --verbose -n= -q= -B -W -r -M',
  'btrfs zfs zpool':
    '-v --verbose -q --quiet -h -H -p -r -o= -t= -s= -S= -d= -a -l -f -u -m -n -g -b -P -L -x -y -D -R -T= --json',
  'cryptsetup dmsetup mdadm':
    '--verbose -v --debug -q --batch-mode --detail -D --scan -s --examine -E --query -Q -c --columns --noheadings -o= --tree --target= --dump-json-metadata',
  'lvm lvs vgs pvs':
    '-a --all -o= --options= --noheadings --units= --nosuffix --separator= --reportformat= -v --verbose',
  certutil: '-L -K -H -d= -n= -h=',
  xattr: '-l -r -p -v -x -s -c -z',
  auditctl: '-l -s -v',
  'sestatus getsebool seinfo sesearch': '-v -b -a -t -c -r -u -A -T --all --allow -s= -C',
  'lynis chkrootkit rkhunter debsums clamscan freshclam clamdscan oscap':
    '--quick -q --quiet --no-colors --no-log --pentest --cronjob -x -n -l -c -a -s --changed --silent -r --recursive -i --infected --bell --no-summary --stdout --multiscan -m --fdpass --exclude= --exclude-dir= --max-filesize= --max-scansize= --check --skip-keypress --sk --report-warnings-only --rwo --list -v --verbose --profile= --results-off --allmatch -z',
  bwrap:
    '--unshare-all --unshare-net --unshare-pid --unshare-user --unshare-ipc --unshare-uts --unshare-cgroup --die-with-parent --new-session --clearenv --share-net --as-pid-1',
  'open xdg-open': '-a= -b= -e -t -f -F -W -R -n -g -j -h',
  'wine wineboot wine64': '--init -i -u --update -e -s -r -f -k --kill --end-session --shutdown --restart',
  shx: '-f -r -p -rf -R -n -i',
  'localtunnel lt': '-p= --port= --print-requests -o --open',
  tailscale: '--json --peers --self --active --web --4 --6 -4 -6 --timeout= -c= --until-direct --verbose',
  'qemu-system-x86_64 qemu-system-aarch64 qemu-system-arm qemu-system-i386 qemu-system-riscv64 qemu kvm':
    '-version -help -m= -smp= -cpu= -machine= -M= -nographic -display= -boot= -no-reboot -snapshot -enable-kvm -accel= -name= -vga= -rtc= -no-shutdown -cdrom= -hda= -kernel= -initrd= -append= -dtb= -S -s -serial= -net= -nic=',
  cloudflared: '--version --no-autoupdate --loglevel= --url= --hostname= --name= --no-tls-verify --hello-world',
  facter:
    '-j --json -y --yaml --no-custom-facts --no-external-facts -p --puppet --show-legacy -d --debug --verbose --timing -a --alias -A --all-fqdns --domain -f --fqdn --long -i --ip-address -I --all-ip-addresses -s --short --yp --nis --static --transient --pretty --no-ask-password --no-pager --all --monitor --value --no-legend -r --show -v -n --full -c -u --utc --localtime -D --get -w --systohc -4 -6 --adjust-system-clock --no-convert',
  'wipefs blkdiscard':
    '-a --all -f --force -n --no-act -p --parsable -J --json -q --quiet -i --noheadings -v --verbose -z --zeroout -s --secure',
  'rcctl rc-service rc-update update-rc.d chkconfig invoke-rc.d':
    '-l --list -e --exists -q --quiet -v --verbose -a -u --force --level=',
  'rsactftool.py rsactftool':
    '--createpub -n= -e= --publickey= --private --uncipher= --dumpkey --timeout= --verbosity= --ext -p= -q=',
  'at batch atq atrm': '-l -V -m -M -v -d -r -c -q= -t= -b',
  times: '-l -n -p -r -s -x -a -h -f -c -v',
  rpmquery:
    '-a --all -i --installed -n --names-only -f --full -q --quiet --recurse --important --no-recommends --no-suggests --no-depends --no-breaks --no-conflicts --all-versions -l --list -L --listfiles -s --status -S --search -W --show -p --print-avail --no-pager -x --regexp -F --fixed-string -v --verbose -D -I --from-deb --package-only -r --reverse -d -u --upgradeable -b -e -R -V --requires --provides --whatrequires --whatprovides --changelog --info --docfiles --configfiles --scripts --last --pkgs --files --only-unlocked --ignore-case --show-depends --simulate --latest --no-headers --query --file --package -c --triggers --qf= --queryformat= --verify --whatprovides= --whatrequires= -K --checksig --nofiles --nodeps --state --conflicts --obsoletes --filesbypkg --dump -U -h --hash --install --upgrade --erase --freshen --force --test --percent --import --replacepkgs --oldpackage',
  busctl:
    '--user --system --global --order --require --no-pager --quiet -q --generators --man --all -l --full -k -c -v --container --vm --private-users --list --path --unescape -u --mangle -m --no-legend --acquired --activatable --unique --value -a -p -b -n -1 -h --no-ask-password --session --print-reply --dest= --type= -e -d= -o= -m= --object-path= --method= -y --reply-timeout= --signal=',
  codesign:
    '-v -vv -vvv -vvvv -d --verify --display --deep --strict --no-strict --all-architectures --check-notarization --continue --verbose --verbose=',
  'xcode-select': '-s --switch -p --print-path -r --reset -v --version --install -h --help',
  erl: '-noshell -noinput -nostick -hidden -smp -version -emu -mode -shutdown_time -compile',
}
