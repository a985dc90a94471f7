import type { Program } from '../../shell/programs/program.ts'
import type { Entries } from '../entry.ts'
import { family } from '../walk.ts'

/** Programs that say what machine this is, and what hardware it has. */
const entries: Entries = {
  uname: {
    effects: ['look machine'],
    flags:
      '--all --hardware-platform --kernel-name --kernel-release --kernel-version --machine --nodename --operating-system --processor -a -i -m -n -o -p -r -s -v -X -S',
    examples: {
      'uname -a': ['look machine'],
      'uname --unheard-of -a': ['unknown option --unheard-of of uname', 'look machine'],
    },
  },
  // On macOS it starts programs for another processor, with operands.
  arch: {
    effects: ['look machine'],
    examples: {
      arch: ['look machine'],
      'arch --unheard-of': ['unknown option --unheard-of of arch', 'look machine'],
    },
  },
  hostid: {
    effects: ['look machine'],
    examples: {
      hostid: ['look machine'],
      'hostid --unheard-of': ['unknown option --unheard-of of hostid', 'look machine'],
    },
  },
  'dnsdomainname domainname': {
    effects: ['look machine'],
    flags: '-V -v -f -d',
    examples: {
      domainname: ['look machine'],
      'domainname --unheard-of': ['unknown option --unheard-of of domainname', 'look machine'],
    },
  },
  lsb_release: {
    effects: ['look machine'],
    flags: '--all --codename --description --id --release --short -a -c -d -h -i -r -s -v',
    examples: {
      'lsb_release -a': ['look machine'],
      'lsb_release --unheard-of -a': ['unknown option --unheard-of of lsb_release', 'look machine'],
    },
  },
  sw_vers: {
    style: 'single-dash',
    effects: ['look machine'],
    flags: '-buildVersion -productName -productVersion -productVersionExtra',
    examples: {
      'sw_vers -productVersion': ['look machine'],
      'sw_vers -unheard-of -productVersion': ['unknown option -unheard-of of sw_vers', 'look machine'],
    },
  },
  lscpu: {
    effects: ['look machine'],
    options: {
      '-s, --sysroot': 'names',
    },
    flags:
      '--all --bytes --hex --json --offline --online --output-all --physical -B -J -V -a -b -c -h -x -y -e -p -C --extended --parse --caches -r --raw --hierarchic',
    examples: {
      'lscpu -J': ['look machine'],
      'lscpu --sysroot=path -J': ['names path', 'look machine'],
      'lscpu --unheard-of -J': ['unknown option --unheard-of of lscpu', 'look machine'],
    },
  },
  lsmem: {
    effects: ['look machine'],
    options: {
      '-s, --sysroot': 'names',
      '--output, --split, -S, -o': 'text',
      '--summary': 'text?',
    },
    flags: '--all --bytes --json --noheadings --output-all --pairs --raw -J -P -V -a -b -h -n -r',
    examples: {
      'lsmem -J': ['look machine'],
      'lsmem --sysroot=path -J': ['names path', 'look machine'],
      'lsmem --unheard-of -J': ['unknown option --unheard-of of lsmem', 'look machine'],
    },
  },
  runlevel: {
    effects: ['look machine'],
    flags: '-q --quiet',
    examples: {
      runlevel: ['look machine'],
      'runlevel --unheard-of': ['unknown option --unheard-of of runlevel', 'look machine'],
    },
  },
  ver: {
    effects: ['look machine'],
    examples: {
      ver: ['look machine'],
      'ver --unheard-of': ['unknown option --unheard-of of ver', 'look machine'],
    },
  },
  systeminfo: {
    effects: ['look machine'],
    examples: {
      systeminfo: ['look machine'],
      'systeminfo --unheard-of': ['unknown option --unheard-of of systeminfo', 'look machine'],
    },
  },
  lsusb: {
    effects: ['look hardware'],
    options: {
      '-D': 'names',
      '-d, -s': 'text',
    },
    flags: '--tree --verbose -V -t -v',
    examples: {
      'lsusb -v': ['look hardware'],
      'lsusb -D path -v': ['names path', 'look hardware'],
      'lsusb --unheard-of -v': ['unknown option --unheard-of of lsusb', 'look hardware'],
    },
  },
  lspci: {
    effects: ['look hardware'],
    options: {
      '-i': 'read',
      '-p': 'read',
      '-F': 'read',
      '-A, -H, -O, -d, -s': 'text',
    },
    flags: '-D -G -M -P -Q -b -k -m -n -q -t -v -x',
    examples: {
      'lspci -nn': ['look hardware'],
      'lspci -i in.txt -p in.txt -F in.txt -nn': ['read in.txt', 'read in.txt', 'read in.txt', 'look hardware'],
      'lspci --unheard-of -nn': ['unknown option --unheard-of of lspci', 'look hardware'],
    },
  },
  lshw: {
    style: 'single-dash',
    effects: ['look hardware'],
    options: {
      '-dump': 'write',
      '-C, -c, -class, -disable, -enable': 'text',
    },
    flags:
      '-X -businfo -e -h -help -html -j -json -l -m -n -notime -numeric -o -p -quiet -r -s -sanitize -short -t -version -xml',
    examples: {
      'lshw -short': ['look hardware'],
      'lshw -dump out.txt -short': ['write out.txt', 'look hardware'],
      'lshw -unheard-of -short': ['unknown option -unheard-of of lshw', 'look hardware'],
    },
  },
  dmidecode: {
    effects: ['look hardware'],
    options: {
      '--dump-bin': 'write',
      '--from-dump': 'read',
      '-d, --dev-mem': 'read',
      '--handle, --oem-string, --string, --type, -H, -s, -t': 'text',
    },
    flags: '--dump --no-sysfs --quiet -V -h -q -u',
    examples: {
      'dmidecode -t memory': ['look hardware'],
      'dmidecode --dump-bin=out.txt --from-dump=in.txt --dev-mem=in.txt -t memory': [
        'write out.txt',
        'read in.txt',
        'read in.txt',
        'look hardware',
      ],
      'dmidecode --unheard-of -t memory': ['unknown option --unheard-of of dmidecode', 'look hardware'],
    },
  },
  inxi: {
    effects: ['look hardware'],
    options: {
      '--output-file': 'write',
      '--wan-ip-url': 'fetch',
      '--export': 'opaque',
      '-!': 'opaque',
      '--alt, --dbg, --debug, --extra, --output, --weather-location, --weather-unit, -W, -Y, -c, -s, -t, -v, -y':
        'text',
      '--bt-tool, --color, --debug-id, --display, --downloader, --force, --ftp, --indent, --indents, --max-wrap, --partition-sort, --pm-type, --sep, --separator, --sleep, --weather-source, --width, --wrap-max, --ws, -P, -a, -j':
        'text?',
    },
    flags:
      '--audio --basic --battery --bluetooth --config --configuration --cpu --debug-no-exit --debug-no-proc --debug-no-sys --debug-proc --debug-proc-print --debug-sys --debug-sys-print --dig --disk --disk-full --dmidecode --edid --fake-data-dir --filter --filter-all --filter-label --filter-override --filter-uuid --filter-v --filter-vulnerabilities --flags --full --gpu --graphics --hddtemp --height --host --html-wan --info --ip --label --less --limit --logical --machine --man --memory --memory-modules --memory-short --mm --ms --network --network-advanced --no-dig --no-doas --no-filter --no-host --no-html-wan --no-man --no-sensor-force --no-ssl --no-sudo --nv --nvidia --optical --partitions --partitions-full --pkg --processes --raid --recommends --repos --rpm --sensors --sensors-default --sensors-exclude --sensors-sys --sensors-use --slots --swap --system --tty --unmounted --update --usb --usb-sys --usb-tool --uuid --verbosity --version-short --vs --wayland --weather --wl --wm --za --zl --zu --zv -1 -2 -3 -A -B -C -D -E -F -G -I -J -L -M -N -R -S -U -V -Z -b -d -f -h -i -l -m -n -o -p -r -u -w -x -z -xx -xxx -c0',
    examples: {
      'inxi -Fz': ['look hardware'],
      'inxi --output-file=out.txt --wan-ip-url=https://example.com/a --export=x -! x -Fz': [
        'write out.txt',
        'contact example.com fetch',
        'unknown option --export of inxi',
        'unknown option -! of inxi',
        'look hardware',
      ],
    },
  },
  sensors: {
    operands: 'text',
    effects: ['look hardware'],
    options: {
      '-c, --config-file': 'read',
      '--set': 'opaque',
      '-s': 'opaque',
    },
    flags: '--bus-list --fahrenheit --no-adapter -A -f -h -j -u -v',
    examples: {
      'sensors -j': ['look hardware'],
      'sensors --config-file=in.txt --set=x -s x -j': [
        'read in.txt',
        'unknown option --set of sensors',
        'unknown option -s of sensors',
        'look hardware',
      ],
    },
  },
  acpi: {
    effects: ['look hardware'],
    options: {
      '-d, --directory': 'names',
    },
    flags:
      '--ac-adapter --battery --cooling --details --everything --fahrenheit --kelvin --proc --show-empty -V -a -b -c -f -h -i -k -p -s -t -v',
    examples: {
      'acpi -V': ['look hardware'],
      'acpi --directory=path -V': ['names path', 'look hardware'],
      'acpi --unheard-of -V': ['unknown option --unheard-of of acpi', 'look hardware'],
    },
  },
  upower: {
    effects: ['look hardware'],
    options: {
      '--show-info, -i': 'text',
    },
    flags: '-e --enumerate -d --dump -m --monitor --monitor-detail -w --wakeups',
    examples: {
      'upower -e': ['look hardware'],
      'upower --unheard-of -e': ['unknown option --unheard-of of upower', 'look hardware'],
    },
  },
  lsmod: {
    effects: ['look hardware'],
    examples: {
      lsmod: ['look hardware'],
      'lsmod --unheard-of': ['unknown option --unheard-of of lsmod', 'look hardware'],
    },
  },
  modinfo: {
    operands: 'text',
    effects: ['look hardware'],
    options: {
      '-b, --basedir': 'names',
      '--field, --set-version, -F, -k': 'text',
    },
    flags: '--author --description --filename --license --null --parameters -0 -V -a -d -l -n -p',
    examples: {
      'modinfo ext4': ['look hardware'],
      'modinfo --basedir=path ext4': ['names path', 'look hardware'],
      'modinfo --unheard-of ext4': ['unknown option --unheard-of of modinfo', 'look hardware'],
    },
  },
  system_profiler: {
    style: 'single-dash',
    operands: 'text',
    effects: ['look hardware'],
    options: {
      '-detailLevel, -timeout': 'text',
    },
    flags: '-json -xml -listDataTypes',
    examples: {
      'system_profiler SPHardwareDataType': ['look hardware'],
      'system_profiler -unheard-of SPHardwareDataType': [
        'unknown option -unheard-of of system_profiler',
        'look hardware',
      ],
    },
  },
  ioreg: {
    effects: ['look hardware'],
    options: {
      '-c, -d, -k, -n, -p, -w, -y': 'text',
    },
    flags: '-a -b -f -i -l -r -S -t -x',
    examples: {
      'ioreg -l': ['look hardware'],
      'ioreg --unheard-of -l': ['unknown option --unheard-of of ioreg', 'look hardware'],
    },
  },
  glxinfo: {
    language: 'binary',
    variables: { LIBGL_DRIVERS_PATH: 'run-file' },
    style: 'single-dash',
    effects: ['look hardware'],
    options: {
      '-display': 'text',
    },
    flags: '-b -h -i -l -t -v -s -B',
    examples: {
      'LIBGL_DRIVERS_PATH=/tmp/x glxinfo': ['code binary file /tmp/x', 'look hardware'],
      'glxinfo -B': ['look hardware'],
      'glxinfo -unheard-of -B': ['unknown option -unheard-of of glxinfo', 'look hardware'],
    },
  },
  vulkaninfo: {
    language: 'binary',
    variables: { VK_ICD_FILENAMES: 'run-file', VK_DRIVER_FILES: 'run-file', VK_LAYER_PATH: 'run-file' },
    effects: ['look hardware'],
    options: {
      '-o, --output': 'write',
    },
    flags: '--summary --html --json --text --show-formats --show-all --show-tool-props --show-promoted-structs -j',
    examples: {
      'VK_ICD_FILENAMES=/tmp/x vulkaninfo': ['code binary file /tmp/x', 'look hardware'],
      'VK_DRIVER_FILES=/tmp/x vulkaninfo': ['code binary file /tmp/x', 'look hardware'],
      'VK_LAYER_PATH=/tmp/x vulkaninfo': ['code binary file /tmp/x', 'look hardware'],
      'vulkaninfo --summary': ['look hardware'],
      'vulkaninfo --output=out.txt --summary': ['write out.txt', 'look hardware'],
      'vulkaninfo --unheard-of --summary': ['unknown option --unheard-of of vulkaninfo', 'look hardware'],
    },
  },
  clinfo: {
    language: 'binary',
    variables: { OCL_ICD_VENDORS: 'run-file' },
    effects: ['look hardware'],
    options: {
      '--device, --prop': 'text',
    },
    flags: '--all-props --always-all-props --human --json --list --null-platform --offline --raw -? -A -a -h -l -v',
    examples: {
      'OCL_ICD_VENDORS=/tmp/x clinfo': ['code binary file /tmp/x', 'look hardware'],
      'clinfo -l': ['look hardware'],
      'clinfo --unheard-of -l': ['unknown option --unheard-of of clinfo', 'look hardware'],
    },
  },
  'lstopo hwloc-ls lstopo-no-graphics': {
    operands: ['write'],
    effects: ['look hardware'],
    options: {
      '-i, --input': 'read',
      '--export-synthetic-file': 'write',
      '--logical-index-prefix': 'opaque',
      '--os-index-prefix': 'opaque',
      '--allow, --append-legend, --binding-color, --children-order, --disallowed-color, --distances-transform, --export-synthetic-flags, --export-xml-flags, --filter, --flags, --fontsize, --gridsize, --if, --ignore, --input-format, --linespacing, --of, --only, --output-format, --palette, --pid, --restrict, --restrict-flags, --thickness, --top-color':
        'text',
      '--attrs, --factorize, --horiz, --index, --no-attrs, --no-factorize, --no-index, --no-text, --rect, --text, --vert':
        'text?',
    },
    flags:
      '--cpukinds --cpuset --cpuset-only --disallowed --distances --force --grey --greyscale --logical --memattrs --merge --no-bridges --no-caches --no-collapse --no-cpukinds --no-default-legend --no-icaches --no-io --no-legend --no-smt --no-useless-caches --physical --ps --silent --taskset --thissystem --top --verbose --whole-io --windows-processor-groups -C -c -h -l -p -s -v -f',
    examples: {
      'lstopo-no-graphics': ['look hardware'],
      'lstopo out.png': ['look hardware', 'write out.png'],
      'lstopo-no-graphics --input=in.txt --export-synthetic-file=out.txt --logical-index-prefix=x --os-index-prefix=x':
        [
          'read in.txt',
          'write out.txt',
          'unknown option --logical-index-prefix of lstopo-no-graphics',
          'unknown option --os-index-prefix of lstopo-no-graphics',
          'look hardware',
        ],
    },
  },
  neofetch: {
    effects: ['look machine'],
    language: 'shell',
    options: {
      '--config': { words: 'none', else: 'run-file' },
      '--source': 'read',
      '--ip_host': 'fetch',
      '--ascii, --ascii_bold, --ascii_colors, --ascii_distro, --backend, --bar_border, --bar_char, --bar_colors, --bar_length, --battery_display, --bg_color, --block_height, --block_range, --block_width, --bold, --caca, --chafa, --col_offset, --color_blocks, --colors, --cpu_brand, --cpu_cores, --cpu_display, --cpu_speed, --cpu_temp, --crop_mode, --crop_offset, --de_version, --disable, --disk_display, --disk_percent, --disk_show, --disk_subtitle, --distro_shorthand, --gap, --gpu_brand, --gpu_type, --gtk2, --gtk3, --gtk_shorthand, --ip_timeout, --iterm2, --jp2a, --kernel_shorthand, --kitty, --memory_display, --memory_percent, --memory_unit, --music_player, --os_arch, --package_managers, --pixterm, --refresh_rate, --separator, --shell_path, --shell_version, --sixel, --size, --song_format, --song_shorthand, --speed_shorthand, --speed_type, --termpix, --title_fqdn, --tycat, --underline, --underline_char, --uptime_shorthand, --w3m, --xoffset, --yoffset':
        'text',
    },
    flags: '--clean --gen-man --logo --loop --no_config --off --pot --print_config --stdout -L -h -v --json -vv',
    examples: {
      'neofetch --off': ['look machine'],
      'neofetch --config /tmp/x.conf': ['code shell file /tmp/x.conf', 'look machine'],
      'neofetch --source=in.txt --ip_host=https://example.com/a --off': [
        'read in.txt',
        'contact example.com fetch',
        'look machine',
      ],
      'neofetch --unheard-of --off': ['unknown option --unheard-of of neofetch', 'look machine'],
    },
  },
  fastfetch: {
    effects: ['look machine'],
    options: {
      '-c, --config, --load-config': 'config',
      '--gen-config': 'write',
      '--gen-config-force': 'write',
      '--data': 'text',
      '--data-raw': 'text',
      '--color, --color-keys, --color-title, --format, --logo, --logo-height, --logo-type, --logo-width, --separator, --structure, -l, -s':
        'text',
    },
    flags: '--pipe --show-errors --list-modules --list-logos --print-logos -h -v',
    examples: {
      'fastfetch -l none': ['look machine'],
      'fastfetch --config=/tmp/x.conf --load-config=/tmp/x.conf --gen-config=out.txt --gen-config-force=out.txt -l none':
        [
          'code other file /tmp/x.conf',
          'code other file /tmp/x.conf',
          'write out.txt',
          'write out.txt',
          'look machine',
        ],
      'fastfetch --unheard-of -l none': ['unknown option --unheard-of of fastfetch', 'look machine'],
    },
  },
  'locale-gen': {
    operands: 'text',
    flags: '--purge --keep-existing --archive --no-archive --lang',
    examples: {
      'locale-gen en_US.UTF-8': [],
      'locale-gen --unheard-of en_US.UTF-8': ['unknown option --unheard-of of locale-gen'],
    },
  },
  infocmp: {
    operands: 'text',
    options: {
      '-A': 'names',
      '-B': 'names',
      '-E-x, -R, -s, -v, -w': 'text',
    },
    flags: '-1 -c -C -d -D -g -i -I -l -L -n -p -q -r -t -u -U -V -x',
    examples: {
      'infocmp -1 xterm': [],
      'infocmp -A path -B path -1 xterm': ['names path', 'names path'],
      'infocmp --unheard-of -1 xterm': ['unknown option --unheard-of of infocmp'],
    },
  },
  tabs: {
    operands: 'text',
    options: {
      '-#, -T': 'text',
    },
    flags: '-a -c -d -f -n -p -s -u -V',
    examples: {
      'tabs -4': [],
      'tabs --unheard-of -4': ['unknown option --unheard-of of tabs'],
    },
  },
  xdpyinfo: {
    style: 'single-dash',
    effects: ['look hardware'],
    options: {
      '-display, -ext, -fn': 'text',
    },
    flags: '-queryExtensions',
    examples: {
      xdpyinfo: ['look hardware'],
      'xdpyinfo -unheard-of': ['unknown option -unheard-of of xdpyinfo', 'look hardware'],
    },
  },
}

export const machineInfo: readonly Program[] = family(entries)
