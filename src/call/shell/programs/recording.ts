import { show } from '../../word.ts'
import { system } from './facts.ts'
import type { Invocation, Program } from './program.ts'

/** Devices that hear, see or show what a person does, as players and converters name them. */
const DEVICE =
  /^(?:avfoundation|alsa|pulse|pulseaudio|pipewire|jack|oss|sndio|coreaudio|waveaudio|x11grab|kmsgrab|fbdev|gdigrab|ddagrab|dshow|vfwcap|v4l2?|video4linux2?|android_camera|decklink|iec61883)$/
const SOURCE_ELEMENT =
  /^(?:alsa|pulse|pipewire|jackaudio|autoaudio|autovideo|osxaudio|avfvideo|avfaudio|v4l2|ximage|wasapi|ks|d3d11screencapture)src$/

/** Converters that also record: the microphone, the camera or the screen is where they read from. */
export function alsoRecording(programs: readonly Program[]): readonly Program[] {
  return programs.map((program) =>
    program.names.some((name) => RECORDERS.has(name))
      ? {
          ...program,
          means: (context) => {
            if (records(context.invocation)) context.record(system('capture-input', context.invocation.program))
            program.means(context)
          },
        }
      : program,
  )
}

const RECORDERS: ReadonlySet<string> = new Set(['ffmpeg', 'avconv', 'sox', 'gst-launch-1.0'])

function records({ program, args }: Invocation): boolean {
  const words = args.map(show)
  switch (program) {
    case 'ffmpeg':
    case 'avconv': {
      // `-f` before an `-i` is the format of that input; after the last, of the output.
      const input = words.lastIndexOf('-i')
      return words.some(
        (word, at) =>
          word === '-f' && at < input && (DEVICE.test(words[at + 1] ?? '') || args[at + 1]?.kind !== 'literal'),
      )
    }
    case 'sox': {
      const first = words.findIndex((word) => !/^-(?:[qSV]|V\d)$|^--no-show-progress$/.test(word))
      return (
        /^(?:-d|--default-device)$/.test(words[first] ?? '') ||
        (words[first] === '-t' && DEVICE.test(words[first + 1] ?? ''))
      )
    }
    case 'gst-launch-1.0':
      return words.some((word) => SOURCE_ELEMENT.test(word))
    default:
      return false
  }
}
