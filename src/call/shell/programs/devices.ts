import { literal, show, textOf } from '../../word.ts'
import { readOptions } from './read-options.ts'
import { door, onlyAsks, report, service, shown, system, valued } from './facts.ts'
import type { ProgramContext, Program } from './program.ts'
import { isOwn } from './project.ts'

/** adb: the device is another machine; push, pull and shell are copies and commands on it. */
function meansAdb(context: ProgramContext): void {
  const { args } = context.invocation
  if (onlyAsks(args)) return
  const read = readOptions(context, args, { arity: valued('-s -t -H -P -L'), style: 'gnu', stopAtOperand: true })
  const [verbWord, ...words] = read.operands
  const verb = textOf(verbWord)
  const where = { kind: 'remote', host: 'android device' } as const
  const operands = words.filter((word) => !show(word).startsWith('-'))
  if (verb === undefined) return
  if (
    /^(devices|version|help|get-state|get-serialno|get-devpath|logcat|bugreport|jdwp|features|host-features|mdns|start-server|kill-server|wait-for-\S+|reconnect)$/.test(
      verb,
    )
  )
    context.record(report('hardware'))
  else if (verb === 'shell' || verb === 'exec-out') {
    context.record(service('android', 'execute', words.slice(0, 1), false))
    if (words.length > 0) context.runs(words, { via: 'adb shell', where })
  } else if (verb === 'push') {
    for (const file of operands.slice(0, -1)) context.reads(file, 'content', { recursive: true })
    context.record(service('android', 'copy-in', operands, false))
  } else if (verb === 'pull') {
    context.writes(operands[1] ?? literal('.'), 'create')
    context.record(service('android', 'copy-out', operands, false))
  } else if (verb.startsWith('install')) {
    for (const file of operands) context.reads(file)
    // The project's own build, on the device that is plugged in.
    const own = operands.every((file) => isOwn(context, context.place(file)))
    context.record(service('android', own ? 'local-only' : 'create', operands, false))
  } else if (
    /^(uninstall|sideload|root|unroot|remount|disable-verity|enable-verity|reboot|reboot-bootloader|backup|restore|keygen|emu)$/.test(
      verb,
    )
  )
    context.record(service('android', verb === 'uninstall' ? 'delete' : 'update', words, false))
  else if (/^(forward|reverse|tcpip|usb|ppp)$/.test(verb)) context.record(door('port-forward', shown(words)))
  else if (/^(connect|pair|disconnect|attach|detach)$/.test(verb))
    for (const host of operands) context.contacts(host, 'other')
  else context.opaque('unknown-subcommand', `adb ${verb}`)
}

const FLASH = system('change-configuration', 'firmware of a device')

function meansSerial(context: ProgramContext): void {
  const { args, program } = context.invocation
  if (onlyAsks(args)) return
  const read = readOptions(context, args, {
    arity: valued('-D -b -S -C -l -s -d -f -p -y -t --baud --baudrate --device --script --logfile --exec'),
    style: 'gnu',
  })
  if (program === 'minicom' && (read.has('-S', '-s') || !read.has('-C'))) context.opaque('interactive', 'minicom')
  else if (read.has('--exec', '--script', '-s', '-S')) context.opaque('unreadable-code', `${program} ${shown(args)}`)
  for (const file of read.values('-C', '--logfile')) context.writes(file, 'overwrite')
  context.record(report('hardware'))
}

export const devices: readonly Program[] = [
  { names: ['adb'], means: meansAdb },
  {
    names: ['minicom', 'picocom', 'tio', 'cu', 'miniterm', 'pyserial-miniterm'],
    means: meansSerial,
  },
  {
    names: ['fastboot', 'avrdude', 'esptool', 'esptool.py'],
    // What is there, and what it is; everything else writes to it.
    means: (context) =>
      context.record(
        context.invocation.args.length > 0 &&
          context.invocation.args.every((word) =>
            /^(?:devices|getvar|all|version|help|chip_id|chip-id|flash_id|flash-id|read_mac|read-mac|-l|-h|-\?|--port|-p|\/dev\/tty\w+|auto|-c)$/.test(
              show(word),
            ),
          )
          ? report('hardware')
          : FLASH,
      ),
  },
]
