import { show } from '../../word.ts'
import type { ProgramContext, Program } from '../../shell/programs/program.ts'

/** Options that change a picture. Those that write, load or run something are not among them. */
const KNOWN = new Set(
  'adaptive-blur adaptive-resize adaptive-sharpen affine alpha annotate antialias append auto-gamma auto-level auto-orient auto-threshold background bench bilateral-blur black-point-compensation black-threshold blend blue-primary blur border bordercolor brightness-contrast canny caption channel charcoal chop clamp clip clone clut coalesce colorize colormap color-matrix colors colorspace combine comment compare compose composite compress connected-components contrast contrast-stretch convolve copy crop cycle debug define delay delete density depth deskew despeckle direction display dispose distort distribute-cache dither draw duplicate edge emboss encoding endian enhance equalize evaluate evaluate-sequence extent extract family features fft fill filter flatten flip floodfill flop font format frame function fuzz fx gamma gaussian-blur geometry gravity grayscale hald-clut help highlight-color hough-lines identify ift implode insert intensity intent interlace interpolate interword-spacing kerning kuwahara label lat layers level level-colors limit linear-stretch linewidth liquid-rescale list loop lowlight-color magnify matte mattecolor maximum mean-shift median metric minimum mode modulate moments monitor monochrome morph morphology mosaic motion-blur negate noise normalize opaque ordered-dither orient page paint perceptible ping pointsize polaroid poly posterize precision preview print quality quantize quiet radial-blur raise random-threshold range-threshold red-primary regard-warnings region render repage resample resize respect-parentheses reverse roll rotate sample sampling-factor scale scene seed segment selective-blur separate sepia-tone set shade shadow sharpen shave shear sigmoidal-contrast size sketch smush solarize sort-pixels sparse-color splice spread statistic strip stroke strokewidth style swap swirl synchronize taint text-font threshold thumbnail tile tile-offset tint transform transparent transparent-color transpose transverse treedepth trim type undercolor unique-colors units unsharp update vignette virtual-pixel wave wavelet-denoise weight white-balance white-point white-threshold window delay'.split(
    ' ',
  ),
)

const VERSION = /^--?(?:version|help|verbose)$/

/** ImageMagick's options take one or two values nobody needs to know; the first file is read, the last is written. */
function convert(context: ProgramContext): void {
  const { program, args, evidence } = context.invocation
  // `-12` is a value, `--help` is of every program.
  const unknown = args.find(
    (word) => /^[-+][a-z]/i.test(show(word)) && !KNOWN.has(show(word).slice(1)) && !VERSION.test(show(word)),
  )
  if (unknown) context.opaque('unknown-option', `unknown option \`${show(unknown)}\` of ${program}`)
  const files = args.filter((word, index) => {
    const text = show(word)
    return (
      !/^[-+(){]|^\\[()]$/.test(text) &&
      (/[./*]|\w:/.test(text) || index === args.length - 1) &&
      !/^\d+(\.\d+)?%?(x\d*%?)?([+-]\d+)*[!<>^%]?$/.test(text)
    )
  })
  if (args.some((word) => /^(msl|ephemeral|mvg|url|https?|ftp|inline|vid|x|text|pango):|^[@|]|:@/i.test(show(word))))
    context.opaque('unreadable-code', evidence)
  if (program === 'gm' && args.some((word) => show(word) === 'batch')) context.opaque('unreadable-code', evidence)
  if (program === 'mogrify') for (const word of files) context.writes(word, 'edit')
  else if (program === 'import')
    for (const word of files.slice(-1)) {
      context.record({ does: 'read-system', what: 'screen' })
      context.writes(word, 'overwrite')
    }
  else {
    for (const word of files.slice(0, -1)) context.reads(word)
    const last = files.at(-1)
    if (last && files.length > 1) context.writes(last, 'overwrite')
    else if (last) context.reads(last)
  }
}

export const imageMagick: readonly Program[] = [
  {
    names: ['convert', 'magick', 'mogrify', 'composite', 'montage', 'gm', 'compare', 'import', 'display', 'animate'],
    means: convert,
    examples: {
      'convert a.png -resize 50% b.png': ['read a.png', 'write b.png'],
      'convert a.png ~/.bashrc': ['read a.png', 'write ~/.bashrc'],
      'mogrify -resize 50% a.png': ['edit a.png'],
      'import screen.png': ['look screen', 'write screen.png'],
      "convert 'msl:/tmp/x.msl' a.png": ['opaque unreadable-code', 'read msl:/tmp/x.msl', 'write a.png'],
      'convert label:@/etc/shadow a.png': ['opaque unreadable-code', 'read label:@/etc/shadow', 'write a.png'],
      'magick a.png -write /etc/x b.png': [
        'unknown option -write of magick',
        'read a.png',
        'read /etc/x',
        'write b.png',
      ],
      'gm batch /tmp/script': ['opaque unreadable-code', 'read /tmp/script'],
      'convert --version': [],
    },
  },
]
