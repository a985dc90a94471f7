import type { Program } from '../../shell/programs/program.ts'
import type { Entries } from '../entry.ts'
import { family } from '../walk.ts'

/** Programs that look names up, measure routes and show the state of the network. */
const entries: Entries = {
  'ping ping6': {
    operands: 'lookup',
    options: {
      '-g': 'lookup',
      '--count, --interval, --ip-timestamp, --linger, --pattern, --preload, --size, --timeout, --tos, --ttl, --type, -F, -G, -I, -K, -M, -P, -Q, -S, -T, -W, -c, -h, -i, -k, -l, -m, -p, -s, -t, -w, -z':
        'text',
    },
    flags:
      '--address --apple-connect --apple-time --debug --echo --flood --ignore-routing --mask --numeric --quiet --route --timestamp --usage --verbose -? -A -C -D -L -R -V -a -d -f -n -o -q -r -v -b -B -H -N -O -U -4 -6 -e -3',
    examples: {
      'ping -c 3 example.com': ['contact example.com lookup'],
      'ping -g example.com -c 3 example.com': ['contact example.com lookup', 'contact example.com lookup'],
      'ping --unheard-of -c 3 example.com': ['unknown option --unheard-of of ping', 'contact example.com lookup'],
    },
  },
  fping: {
    operands: 'lookup',
    options: {
      '-f': 'read',
      '-B, -C, -H, -I, -O, -Q, -S, -T, -X, -b, -c, -i, -p, -r, -t, -x': 'text',
    },
    flags: '-a -A -d -D -e -l -m -n -N -o -q -s -u -v -4 -6 -g',
    examples: {
      'fping -a example.com': ['contact example.com lookup'],
      'fping -f in.txt -a example.com': ['read in.txt', 'contact example.com lookup'],
      'fping --unheard-of -a example.com': ['unknown option --unheard-of of fping', 'contact example.com lookup'],
    },
  },
  'traceroute traceroute6': {
    operands: ['lookup', 'text'],
    options: {
      '-g': 'lookup',
      '--fwmark, --max-hops, --port, --sport, -M, -N, -O, -f, -i, -m, -p, -q, -s, -t, -w, -z': 'text',
    },
    flags: '-D -F -I -S -a -d -e -h -n -r -v -x -T -U -V -4 -6 -A -P --mtu --back --icmp --tcp --udp',
    examples: {
      'traceroute -n example.com': ['contact example.com lookup'],
      'traceroute -g example.com -n example.com': ['contact example.com lookup', 'contact example.com lookup'],
      'traceroute --unheard-of -n example.com': [
        'unknown option --unheard-of of traceroute',
        'contact example.com lookup',
      ],
    },
  },
  tracepath: {
    operands: ['lookup', 'text'],
    options: {
      '-l, -m, -p': 'text',
    },
    flags: '-4 -6 -V -b -n',
    examples: {
      'tracepath -n example.com': ['contact example.com lookup'],
      'tracepath --unheard-of -n example.com': [
        'unknown option --unheard-of of tracepath',
        'contact example.com lookup',
      ],
    },
  },
  mtr: {
    operands: 'lookup',
    options: {
      '-F, --filename': 'read',
      '-a, --address': 'text',
      '--bitpattern, --displaymode, --first-ttl, --gracetime, --interface, --interval, --ipinfo, --localport, --mark, --max-ttl, --max-unknown, --order, --port, --psize, --report-cycles, --timeout, --tos, -B, -G, -I, -L, -M, -P, -Q, -U, -Z, -c, -d, -f, -i, -m, -o, -s, -y':
        'text',
    },
    flags:
      '--aslookup --csv --curses --gtk --json --mpls --no-dns --raw --report --report-wide --sctp --show-ips --split --tcp --udp --xml -4 -6 -C -S -T -b -e -g -h -j -l -n -p -r -t -u -v -w -x -z',
    examples: {
      'mtr -rwc 5 example.com': ['contact example.com lookup'],
      'mtr --filename=in.txt -rwc 5 example.com': ['read in.txt', 'contact example.com lookup'],
      'mtr --unheard-of -rwc 5 example.com': ['unknown option --unheard-of of mtr', 'contact example.com lookup'],
    },
  },
  host: {
    operands: 'lookup',
    options: {
      '-N, -R, -W, -c, -m, -p, -t': 'text',
    },
    flags: '-4 -6 -A -C -T -U -V -a -d -l -r -s -v -w -i -n',
    examples: {
      'host -t MX example.com': ['contact example.com lookup'],
      'host --unheard-of -t MX example.com': ['unknown option --unheard-of of host', 'contact example.com lookup'],
    },
  },
  nslookup: {
    style: 'single-dash',
    operands: 'lookup',
    options: {
      '-type=*, -querytype=*, -query=*, -q=*, -class=*, -timeout=*, -retry=*, -port=*, -domain=*': 'text',
    },
    flags: '-debug -nodebug -d2 -recurse -norecurse -vc -novc -sil -silent',
    examples: {
      'nslookup -type=mx example.com': ['contact example.com lookup'],
      'nslookup -unheard-of -type=mx example.com': [
        'unknown option -unheard-of of nslookup',
        'contact example.com lookup',
      ],
    },
  },
  ss: {
    operands: 'text',
    effects: ['look network'],
    options: {
      '-F, --filter': 'read',
      '-D, --diag': 'write',
      '--cgroup-x, --family, --net, --query, --socket, -A, -N, -f': 'text',
    },
    when: { '-K, --kill': ['system change-network'] },
    flags:
      '--all --bpf --cgroup --context --contexts --dccp --events --extended --inet-sockopt --info --ipv4 --ipv6 --listening --memory --mptcp --no-header --numeric --oneline --options --packet --processes --raw --resolve --sctp --summary --tcp --threads --tipc --tipcinfo --tos --udp --unix --vsock --xdp -0 -4 -6 -E -H -M -O -S -T -V -Z -a -b -d -e -h -i -l -m -n -o -p -r -s -t -u -w -x -z -Q',
    examples: {
      'ss -tlnp': ['look network'],
      'ss -K dst 10.0.0.1': ['system change-network', 'look network'],
      'ss --filter=in.txt --diag=out.txt -tlnp': ['read in.txt', 'write out.txt', 'look network'],
      'ss --unheard-of -tlnp': ['unknown option --unheard-of of ss', 'look network'],
    },
  },
  netstat: {
    operands: 'text',
    effects: ['look network'],
    options: {
      '--protocol, -A, -I, -f': 'text',
    },
    flags:
      '--all --appletalk --ash --ax25 --bluetooth --cache --context --continuous --ddp --ec --econet --extend --fib --groups --inet --inet6 --interfaces --ip --ipx --l2cap --listening --masquerade --netrom --numeric --numeric-hosts --numeric-ports --numeric-users --program --programs --raw --rfcomm --rose --route --sctp --statistics --symbolic --tcp --tcpip --timers --udp --udplite --unix --verbose --wide --x25 -2 -4 -6 -C -F -M -N -S -U -W -Z -a -c -e -g -i -l -n -o -p -r -s -t -u -v -x -w -b -d -h -m -L -q -T',
    examples: {
      'netstat -tlnp': ['look network'],
      'netstat --unheard-of -tlnp': ['unknown option --unheard-of of netstat', 'look network'],
    },
  },
  iftop: {
    effects: ['look network'],
    options: {
      '-c': 'read',
      '-F, -G, -L, -f, -i, -m, -o, -s': 'text',
    },
    flags: '-n -N -p -h -B -P -b -l -t',
    examples: {
      'iftop -i eth0': ['look network'],
      'iftop -c in.txt -i eth0': ['read in.txt', 'look network'],
      'iftop --unheard-of -i eth0': ['unknown option --unheard-of of iftop', 'look network'],
    },
  },
  nethogs: {
    operands: 'text',
    effects: ['look network'],
    options: {
      '-C-x, -P, -c, -d, -f, -v': 'text',
    },
    flags: '-t -b -p -s -a -l -V -h',
    examples: {
      'nethogs -t eth0': ['look network'],
      'nethogs --unheard-of -t eth0': ['unknown option --unheard-of of nethogs', 'look network'],
    },
  },
  vnstat: {
    effects: ['look network'],
    options: {
      '--config': 'config',
      '--dbdir': 'names',
      '--add': 'opaque',
      '--remove': 'opaque',
      '--rename': 'opaque',
      '--setalias': 'opaque',
      '--begin, --end, --iface, --limit, --locale, --style, -b, -e, -i': 'text',
      '--days, --dbiflist, --fiveminutes, --hours, --iflist, --json, --live, --months, --oneline, --rateunit, --top, --traffic, --xml, --years':
        'text?',
    },
    flags:
      '--alert --debug --hoursgraph --longhelp --query --short --showconfig -? -D -q -s -v -5 -h -hg -d -m -y -t -l -tr',
    examples: {
      'vnstat -d': ['look network'],
      'vnstat --config=/tmp/x.conf --dbdir=path --add=x --remove=x -d': [
        'code other file /tmp/x.conf',
        'names path',
        'unknown option --add of vnstat',
        'unknown option --remove of vnstat',
        'look network',
      ],
      'vnstat --rename=x --setalias=x -d': [
        'unknown option --rename of vnstat',
        'unknown option --setalias of vnstat',
        'look network',
      ],
    },
  },
  'ipcalc sipcalc': {
    operands: 'text',
    options: {
      '--split': 'text',
    },
    flags: '--class --html --nobinary --nocolor --range -b -c -h -n -r -v -s -m -p -4 -6 -a',
    examples: {
      'ipcalc 10.0.0.0/8': [],
      'ipcalc --unheard-of 10.0.0.0/8': ['unknown option --unheard-of of ipcalc'],
    },
  },
  'avahi-browse avahi-resolve': {
    operands: 'text',
    effects: ['look network'],
    options: {
      '--browse-domains-x, --domain, -D, -d': 'text',
    },
    flags:
      '--all --browse-domains --cache --dump-db --ignore-local --no-db-lookup --no-fail --parsable --resolve --terminate --verbose -V -b -c -f -h -k -l -p -r -t -v -a -n --name -4 -6',
    examples: {
      'avahi-browse -at': ['look network'],
      'avahi-browse --unheard-of -at': ['unknown option --unheard-of of avahi-browse', 'look network'],
    },
  },
  geoiplookup: {
    operands: ['text'],
    options: {
      '-f': 'read',
      '-d': 'names',
    },
    flags: '-v -i -l',
    examples: {
      'geoiplookup 10.0.0.1': [],
      'geoiplookup -f in.txt -d path 10.0.0.1': ['read in.txt', 'names path'],
      'geoiplookup --unheard-of 10.0.0.1': ['unknown option --unheard-of of geoiplookup'],
    },
  },
  'idn idn2 punycode': {
    operands: 'text',
    flags:
      '-a --idna-to-ascii --idna-to-unicode -u --punycode-encode --punycode-decode -d -e -l --lookup -r --register -T -N -p --quiet -s --stringprep',
    examples: {
      'idn2 example.com': [],
      'idn2 --unheard-of example.com': ['unknown option --unheard-of of idn2'],
    },
  },
  'speedtest speedtest-cli fast': {
    effects: ['fetch https://www.speedtest.net'],
    options: {
      '--exclude, --format, --mini, --progress, --server, --server-id, --source, --timeout, --unit, -f, -s': 'text',
    },
    flags:
      '--simple --csv --json --list --bytes --secure --share --no-download --no-upload --single -L --servers --accept-license --accept-gdpr -p --upload -u',
    examples: {
      'speedtest --simple': ['contact www.speedtest.net fetch'],
      'speedtest --unheard-of --simple': [
        'unknown option --unheard-of of speedtest',
        'contact www.speedtest.net fetch',
      ],
    },
  },
  'iperf3 iperf': {
    options: {
      '-c, --client': 'lookup',
      '-F, --file': 'opaque',
      '--logfile': 'write',
      '-I, --pidfile': 'write',
      '--affinity, --bandwidth, --bind, --bitrate, --blockcount, --bytes, --congestion, --connect-timeout, --cport, --format, --interval, --length, --omit, --parallel, --port, --set-mss, --time, --title, --tos, --window, -A, -B, -C, -M, -O, -P, -S, -T, -b, -f, -i, -k, -l, -n, -p, -t, -w':
        'text',
    },
    when: { '-s, --server': ['open listener'] },
    flags:
      '-u --udp -R --reverse --bidir -4 -6 -J --json -V --verbose -d --debug -Z --zerocopy -N --no-delay -D --daemon -1 --one-off --get-server-output --forceflush',
    examples: {
      'iperf3 -c 10.0.0.1 -t 5': ['contact 10.0.0.1 lookup'],
      'iperf3 -s': ['open listener'],
      'iperf3 --unheard-of -c 10.0.0.1 -t 5': ['unknown option --unheard-of of iperf3', 'contact 10.0.0.1 lookup'],
      'iperf3 --file=x --logfile=out.txt --pidfile=out.txt -c 10.0.0.1 -t 5': [
        'unknown option --file of iperf3',
        'write out.txt',
        'write out.txt',
        'contact 10.0.0.1 lookup',
      ],
    },
  },
}

export const networkInfo: readonly Program[] = family(entries)
