import type { Program } from '../../shell/programs/program.ts'
import type { Entries } from '../entry.ts'
import { family } from '../walk.ts'

/** Notifications, dialogs, displays, sound and viewers of a desktop. */
const entries: Entries = {
  'notify-send': {
    operands: ['text', 'text'],
    options: {
      '-u, --urgency, -t, --expire-time, -a, --app-name, -i, --icon, -c, --category, -h, --hint, -r, --replace-id, -n, --app-icon, -A, --action':
        'text',
    },
    flags: '-e --transient -p --print-id -w --wait -? -v',
    examples: {
      'notify-send -u low hi': [],
      'notify-send --unheard-of -u low hi': ['unknown option --unheard-of of notify-send'],
    },
  },
  say: {
    operands: 'text',
    options: {
      '-f, --input-file': 'read',
      '-o, --output-file': 'write',
      '-n, --network-send': 'send',
      '-v, --voice, -r, --rate, -a, --audio-device, --file-format, --data-format, --channels, --bit-rate, --quality':
        'text',
      '-i, --interactive': 'text?',
    },
    flags: '--progress',
    examples: {
      'say -v Alex hi': [],
      'say --input-file=in.txt --output-file=out.txt --network-send=https://example.com/a -v Alex hi': [
        'read in.txt',
        'write out.txt',
        'contact example.com upload data',
      ],
      'say --unheard-of -v Alex hi': ['unknown option --unheard-of of say'],
    },
  },
  'espeak espeak-ng': {
    operands: 'text',
    options: {
      '-f': 'read',
      '-w': 'write',
      '-a, -b, -g, -k, -l, -p, -P, -s, -v, --voices': 'text',
      '--path': 'opaque',
      '-d': 'text',
    },
    flags: '-m -q -x -X -z --ipa --punct --stdin --stdout --pho',
    examples: {
      'espeak -s 120 hi': [],
      'espeak --path=/tmp/x hi': ['unknown option --path of espeak'],
      'espeak -f in.txt -w out.txt -s 120 hi': ['read in.txt', 'write out.txt'],
    },
  },
  'terminal-notifier': {
    style: 'single-dash',
    options: {
      '-execute': 'run-command',
      '-open': 'fetch | read',
      '-message, -title, -subtitle, -sound, -group, -remove, -list, -activate, -sender, -appIcon, -contentImage':
        'text',
    },
    flags: '-ignoreDnD',
    examples: {
      'terminal-notifier -message hi': [],
      "terminal-notifier -message hi -execute 'rm y'": ['run rm', 'delete y'],
      'terminal-notifier -message hi -open https://example.com': ['contact example.com fetch'],
      'terminal-notifier -message hi -open a.txt': ['read a.txt'],
      'terminal-notifier -unheard-of -message hi': ['unknown option -unheard-of of terminal-notifier'],
    },
  },
  beep: {
    options: { '-f, -l, -r, -d, -D': 'text', '-e, --device': 'write' },
    flags: '-n --new -s -c -v -h -V --verbose --debug',
    examples: {
      'beep -f 440 -l 100': [],
      'beep --device=out.txt -f 440 -l 100': ['write out.txt'],
      'beep --unheard-of -f 440 -l 100': ['unknown option --unheard-of of beep'],
    },
  },
  zenity: {
    options: {
      '--filename': 'read',
      '--title, --text, --width, --height, --timeout, --icon-name, --window-icon, --ok-label, --cancel-label, --extra-button, --entry-text, --column, --separator, --print-column, --value, --min-value, --max-value, --step, --percentage, --date-format, --day, --month, --year, --file-filter, --color, --add-entry, --checkbox, --font':
        'text',
    },
    when: { '--password': ['system capture-input'] },
    operands: 'text',
    flags:
      '--info --error --warning --question --entry --list --scale --progress --notification --text-info --file-selection --calendar --color-selection --forms --directory --multiple --save --confirm-overwrite --checklist --radiolist --editable --auto-close --auto-kill --pulsate --no-cancel --no-wrap --no-markup --hide-text --username --modal --switch --default-cancel --ellipsize -h',
    examples: {
      'zenity --info --text hi': [],
      'zenity --password': ['system capture-input'],
      'zenity --filename=in.txt --info --text hi': ['read in.txt'],
      'zenity --unheard-of --info --text hi': ['unknown option --unheard-of of zenity'],
    },
  },
  'dialog whiptail': {
    operands: 'text',
    options: {
      '--textbox, --tailbox, --tailboxbg, --editbox': 'read',
      '--title, --backtitle, --ok-button, --cancel-button, --yes-button, --no-button, --ok-label, --cancel-label, --yes-label, --no-label, --default-item, --output-fd, --timeout, --begin, --sleep':
        'text',
      '--create-rc': 'write',
    },
    when: { '--passwordbox': ['system capture-input'] },
    flags:
      '--msgbox --yesno --infobox --inputbox --menu --checklist --radiolist --gauge --calendar --timebox --fselect --dselect --clear --fb --fullbuttons --defaultno --nocancel --no-cancel --nook --noitem --notags --separate-output --scrolltext --topleft --stdout --stderr --insecure --colors --no-shadow --shadow --keep-tite --ascii-lines --aspect',
    examples: {
      'dialog --msgbox hi 5 20': [],
      'whiptail --passwordbox hi 5 20': ['system capture-input'],
      'dialog --textbox a.txt 5 20': ['read a.txt'],
      'dialog --editbox a.txt 5 20': ['read a.txt'],
      'dialog --tailbox a.txt 5 20': ['read a.txt'],
      'dialog --tailboxbg a.txt 5 20': ['read a.txt'],
      'dialog --create-rc=out.txt --msgbox hi 5 20': ['write out.txt'],
      'dialog --unheard-of --msgbox hi 5 20': ['unknown option --unheard-of of dialog'],
    },
  },
  'xdotool ydotool wtype cliclick': {
    operands: 'text',
    stopAtOperand: true,
    // They type and click for the person.
    effects: ['opaque other'],
    examples: {
      'xdotool --version': [],
      'xdotool key Return': ['opaque other'],
      'xdotool --unheard-of key': ['unknown option --unheard-of of xdotool', 'opaque other'],
    },
  },
  xrandr: {
    style: 'single-dash',
    effects: ['look hardware'],
    options: { '-display, -d, -screen': 'text' },
    when: {
      '-output, -o, -orientation, -s, -size, -fb, -newmode, -addmode, -delmode': ['system change-configuration'],
    },
    operands: 'text',
    flags:
      '-q -query -verbose -props -prop -listmonitors -listproviders -listactivemonitors -current -auto -v -noprimary -primary -off -nograb -mode -rate -pos -right-of -left-of -above -below -same-as -rotate -scale -brightness -gamma',
    examples: {
      'xrandr -q': ['look hardware'],
      'xrandr --output HDMI-1 --auto': ['system change-configuration', 'look hardware'],
      'xrandr -o left': ['system change-configuration', 'look hardware'],
      'xrandr -orientation left': ['system change-configuration', 'look hardware'],
      'xrandr -s 1': ['system change-configuration', 'look hardware'],
      'xrandr -size 1': ['system change-configuration', 'look hardware'],
      'xrandr -fb 1x1': ['system change-configuration', 'look hardware'],
      'xrandr -newmode x': ['system change-configuration', 'look hardware'],
      'xrandr -addmode x': ['system change-configuration', 'look hardware'],
      'xrandr -delmode x': ['system change-configuration', 'look hardware'],
      'xrandr -unheard-of -q': ['unknown option -unheard-of of xrandr', 'look hardware'],
    },
  },
  'xwininfo xprop wmctrl': {
    effects: ['look screen'],
    operands: 'text',
    style: 'single-dash',
    options: { '-display, -id, -name, -font, -f, -format, -len': 'text', '-set, -remove, -fs': 'opaque' },
    flags:
      '-root -tree -int -children -stats -bits -events -size -wm -shape -frame -metric -english -all -spy -notype -grammar -l -p -G -x -d -m -lp -lG -lx',
    examples: {
      'xwininfo -root -tree': ['look screen'],
      'xwininfo -set x -remove x -fs x -root -tree': [
        'unknown option -set of xwininfo',
        'unknown option -remove of xwininfo',
        'unknown option -fs of xwininfo',
        'look screen',
      ],
    },
  },
  'xset xsetroot xgamma redshift gammastep brightnessctl light xbacklight ddcutil xhost xinput setxkbmap xmodmap': {
    operands: 'text',
    effects: ['system change-configuration'],
    examples: {
      'xset s off': ['system change-configuration'],
      'xhost +': ['system change-configuration'],
      'xset --unheard-of s off': ['unknown option --unheard-of of xset', 'system change-configuration'],
    },
  },
  'amixer pactl pamixer playerctl mpc wpctl': {
    operands: 'text',
    options: { '-c, --card, -D, --device, -s, --server, -p, --player, -i, -d, -f, --format, -h, --host': 'text' },
    flags: '-q --quiet -M -R -a --all-players -l --list-all --get-volume --get-mute -t --toggle-mute -F --follow -m -u',
    examples: {
      'amixer sget Master': [],
      'playerctl play-pause': [],
      'amixer --unheard-of sget Master': ['unknown option --unheard-of of amixer'],
    },
  },
  'arecord parec parecord rec fswebcam imagesnap': {
    operands: 'write',
    effects: ['look screen'],
    options: {
      '-d, --duration, --device, -f, --format, -r, --rate, -c, --channels, -D, -t, -w, -S, --skip': 'text',
      '--max-file-time, --use-strftime, --exec': 'opaque',
      '-l, --list': 'opaque',
    },
    flags: '-q --quiet -v --verbose --no-banner -N --raw',
    examples: {
      'arecord -d 5 a.wav': ['look screen', 'write a.wav'],
      'arecord --max-file-time=x --use-strftime=x --exec=x --list=x -d 5 a.wav': [
        'unknown option --max-file-time of arecord',
        'unknown option --use-strftime of arecord',
        'unknown option --exec of arecord',
        'unknown option --list of arecord',
        'look screen',
        'write a.wav',
      ],
    },
  },
  'aplay paplay afplay mpg123 mpg321 ogg123 play': {
    operands: 'source',
    options: { '-d, -D, --device, -f, -r, -c, -v, -t, -q, -n, --volume': 'text' },
    flags: '--quiet -z -Z --verbose -C',
    examples: {
      'aplay a.wav': ['read a.wav'],
      'mpg123 https://example.com/a.mp3': ['contact example.com fetch'],
      'aplay --unheard-of a.wav': ['unknown option --unheard-of of aplay', 'read a.wav'],
    },
  },
  mpv: {
    operands: 'source',
    options: {
      '--stream-record, --stream-dump, --o, --dump-stats, --log-file': 'write?',
      '--start, --end, --length, --volume, --speed, --loop, --loop-file, --loop-playlist, --vo, --ao, --aid, --sid, --vid, --geometry, --autofit, --title, --cache, --demuxer-max-bytes, --audio-device, --sub-file, --osd-level, --panscan, --video-rotate, --profile':
        'text?',
    },
    flags:
      '--no-video --no-audio --fs --fullscreen --shuffle --pause --mute --really-quiet --quiet --force-window --ontop --no-terminal --no-config --idle --keep-open --audio-display -v -h',
    examples: {
      'mpv --no-video a.mp3': ['read a.mp3'],
      'mpv https://example.com/a': ['contact example.com fetch'],
      'mpv --script=/tmp/x.lua a.mp3': ['unknown option --script of mpv', 'read a.mp3'],
      'mpv --stream-record=out.txt --stream-dump=out.txt --o=out.txt --dump-stats=out.txt --no-video a.mp3': [
        'write out.txt',
        'write out.txt',
        'write out.txt',
        'write out.txt',
        'read a.mp3',
      ],
      'mpv --log-file=out.txt --no-video a.mp3': ['write out.txt', 'read a.mp3'],
    },
  },
  'vlc cvlc': {
    operands: 'source',
    options: { '--start-time, --stop-time, --rate, --volume-step, -v, --verbose, --aout, --vout': 'text' },
    flags:
      '-f --fullscreen --loop -L -R --repeat --random -Z --play-and-exit --no-video --no-audio --intf-dummy --quiet -q --one-instance',
    examples: {
      'vlc --play-and-exit a.mp4': ['read a.mp4'],
      'vlc https://example.com/a': ['contact example.com fetch'],
      'vlc --sout=x a.mp4': ['unknown option --sout of vlc', 'read a.mp4'],
    },
  },
  mplayer: {
    operands: 'source',
    style: 'single-dash',
    options: {
      '-dumpfile': 'write',
      '-playlist': 'read',
      '-ss, -endpos, -vf, -af, -volume, -loop, -geometry, -cache, -speed, -aid, -sid, -alang, -slang, -subcp, -x, -y, -xy, -frames':
        'text',
      // Both can write files.
      '-ao, -vo': { words: 'null alsa pulse oss sdl gl x11 xv none', else: 'opaque' },
    },
    flags: '-fs -nosound -novideo -quiet -really-quiet -v -shuffle -framedrop -nofs -identify -idx -zoom -ontop',
    examples: {
      'mplayer -ss 10 a.mp4': ['read a.mp4'],
      'mplayer https://example.com/a': ['contact example.com fetch'],
      'mplayer -ao pcm:file=/etc/x a.mp4': ['opaque unknown-option', 'read a.mp4'],
      'mplayer -vo png a.mp4': ['opaque unknown-option', 'read a.mp4'],
      'mplayer -dumpfile out.txt -playlist in.txt -ss 10 a.mp4': ['write out.txt', 'read in.txt', 'read a.mp4'],
      'mplayer -unheard-of -ss 10 a.mp4': ['unknown option -unheard-of of mplayer', 'read a.mp4'],
    },
  },
  'feh eog evince zathura okular xpdf mupdf qlmanage viu chafa timg': {
    operands: 'source',
    options: { '-w, -h, -s, --size, --width, --height, --page, -P': 'text' },
    flags: '-f --fullscreen -F -t --thumbnails -n --new-instance -m -R -r --recursive',
    examples: {
      'feh a.png': ['read a.png'],
      'timg https://example.com/a.png': ['contact example.com fetch'],
      'feh --unheard-of a.png': ['unknown option --unheard-of of feh', 'read a.png'],
    },
  },
  'xdg-mime': {
    subcommands: {
      query: { operands: ['text', 'names'], effects: ['look machine'] },
      'default, install, uninstall': {
        operands: 'text',
        options: { '--mode': 'text' },
        flags: '--novendor',
        effects: ['system persist'],
      },
    },
    examples: {
      'xdg-mime query filetype a.txt': ['look machine', 'names a.txt'],
      'xdg-mime default x.desktop text/plain': ['system persist'],
      'xdg-mime unheard-of': ['unknown subcommand unheard-of of xdg-mime'],
    },
  },
  'xdg-settings': {
    flags: '--list',
    subcommands: {
      'get, check': { operands: 'text', effects: ['look machine'] },
      set: { operands: 'text', effects: ['system persist'] },
    },
    examples: {
      'xdg-settings get default-web-browser': ['look machine'],
      'xdg-settings set default-web-browser x.desktop': ['system persist'],
      'xdg-settings unheard-of': ['unknown subcommand unheard-of of xdg-settings'],
    },
  },
  'fc-cache fc-match fc-query fc-list fc-pattern': {
    operands: 'text',
    effects: ['look machine'],
    options: { '-y, --sysroot': 'names', '--format': 'text' },
    flags:
      '-f --force -r --really-force -s --system-only -e --error-on-no-fonts -v --verbose -a --all -b --brief -q --quiet -h -V',
    examples: {
      'fc-match -a sans': ['look machine'],
      'fc-match --sysroot=path -a sans': ['names path', 'look machine'],
      'fc-match --unheard-of -a sans': ['unknown option --unheard-of of fc-match', 'look machine'],
    },
  },
  'mimetype mdls': {
    operands: 'read',
    options: { '-name, -n': 'text' },
    flags: '-b --brief -i --mimetype -d --describe -M --magic-only -a --all -L --dereference -r -raw',
    examples: {
      'mimetype -b a.txt': ['read a.txt'],
      'mimetype --unheard-of -b a.txt': ['unknown option --unheard-of of mimetype', 'read a.txt'],
    },
  },
  'xdg-desktop-menu xdg-icon-resource update-desktop-database update-mime-database gtk-update-icon-cache': {
    operands: 'text',
    effects: ['system change-configuration'],
    flags: '-q --quiet -v --verbose -f --force -t --ignore-theme-index -n',
    examples: {
      'update-desktop-database -q': ['system change-configuration'],
      'update-desktop-database --unheard-of -q': [
        'unknown option --unheard-of of update-desktop-database',
        'system change-configuration',
      ],
    },
  },
  osacompile: {
    operands: 'read',
    options: { '-o': 'write', '-e, -l, -t, -c': 'text' },
    flags: '-d -i -r -s -u -x',
    examples: {
      'osacompile -o out.scpt a.applescript': ['write out.scpt', 'read a.applescript'],
      'osacompile --unheard-of -o out.scpt a.applescript': [
        'unknown option --unheard-of of osacompile',
        'write out.scpt',
        'read a.applescript',
      ],
    },
  },
  'run-mailcap': {
    operands: 'opaque',
    examples: {
      'run-mailcap --version': [],
      'run-mailcap a.txt': ['opaque unknown-option'],
      'run-mailcap --unheard-of': ['unknown option --unheard-of of run-mailcap'],
    },
  },
  'shortcuts automator': {
    operands: 'text',
    effects: ['opaque unreadable-code'],
    examples: {
      'shortcuts --version': [],
      'shortcuts run x': ['opaque unreadable-code'],
      'shortcuts --unheard-of': ['unknown option --unheard-of of shortcuts', 'opaque unreadable-code'],
    },
  },
}

export const desktopTools: readonly Program[] = family(entries)
