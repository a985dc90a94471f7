import type { Program } from './program.ts'
import { are, rows } from './table.ts'

/** Netpbm: every program of it reads one picture, from a file or its input, and prints another. */
const NETPBM =
  'anytopnm asciitopgm atktopbm bioradtopgm bmptopnm bmptoppm brushtopbm cmuwmtopbm ddbugtopbm escp2topbm eyuvtoppm fiascotopnm fitstopnm fstopgm g3topbm gemtopbm gemtopnm giftopnm gouldtoppm hdifftopam hipstopgm hpcdtoppm icontopbm ilbmtoppm imgtoppm infotopam jbigtopnm jpeg2ktopam jpegtopnm leaftoppm lispmtopgm macptopbm mdatopbm mgrtopbm mrftopbm mtvtoppm neotoppm palmtopnm pamaddrand pamarith pambackground pambayer pamchannel pamcomp pamcrater pamcut pamdeinterlace pamdepth pamdice pamditherbw pamedge pamendian pamenlarge pamfile pamfix pamflip pamfunc pamgauss pamgradient pamlookup pammasksharpen pammixinterlace pammosaicknit pamoil pampaintspill pamperspective pampick pampop9 pamrecolor pamrestack pamrgbatopng pamrubber pamscale pamseq pamshadedrelief pamsharpmap pamsharpness pamshuffle pamsistoaglyph pamslice pamsplit pamstack pamstereogram pamstretch pamstretch-gen pamsumm pamsummcol pamtable pamthreshold pamtilt pamtoavs pamtodjvurle pamtofits pamtogif pamtohdiff pamtohtmltbl pamtojpeg2k pamtompfont pamtooctaveimg pamtopam pamtopdbimg pamtopfm pamtopng pamtopnm pamtoqoi pamtosrf pamtosvg pamtotga pamtotiff pamtouil pamtowinicon pamtoxvmini pamtris pamundice pamunlookup pamvalidate pamwipeout pbmclean pbmlife pbmmake pbmmask pbmminkowski pbmnoise pbmpage pbmpscale pbmreduce pbmtext pbmtextps pbmto10x pbmto4425 pbmtoascii pbmtoatk pbmtobbnbg pbmtocis pbmtocmuwm pbmtodjvurle pbmtoepsi pbmtoepson pbmtoescp2 pbmtog3 pbmtogem pbmtogo pbmtoibm23xx pbmtoicon pbmtolj pbmtoln03 pbmtolps pbmtomacp pbmtomatrixorbital pbmtomda pbmtomgr pbmtomrf pbmtonokia pbmtopgm pbmtopi3 pbmtopk pbmtoplot pbmtoppa pbmtopsg3 pbmtoptx pbmtosunicon pbmtowbmp pbmtox10bm pbmtoxbm pbmtoybm pbmtozinc pbmupc pc1toppm pcdovtoppm pcxtoppm pfmtopam pgmabel pgmbentley pgmdeshadow pgmedge pgmenhance pgmhist pgmkernel pgmmake pgmmedian pgmminkowski pgmmorphconv pgmnoise pgmnorm pgmoil pgmramp pgmslice pgmtexture pgmtofs pgmtolispm pgmtopbm pgmtopgm pgmtoppm pgmtosbig pgmtost4 pi1toppm pi3topbm picttoppm pjtoppm pjtopgm pktopbm pngtopam pngtopnm pnmalias pnmarith pnmcat pnmcolormap pnmcomp pnmconvol pnmcrop pnmcut pnmdepth pnmenlarge pnmfile pnmflip pnmgamma pnmhisteq pnmhistmap pnmindex pnminterp pnminvert pnmmargin pnmmercator pnmmontage pnmnlfilt pnmnoraw pnmnorm pnmpad pnmpaste pnmpsnr pnmquant pnmremap pnmrotate pnmscale pnmscalefixed pnmshear pnmsmooth pnmsplit pnmstitch pnmtile pnmtoddif pnmtofiasco pnmtofits pnmtojbig pnmtojpeg pnmtopalm pnmtopclxl pnmtoplainpnm pnmtopng pnmtopnm pnmtops pnmtorast pnmtorle pnmtosgi pnmtosir pnmtotiff pnmtotiffcmyk pnmtoxwd ppm3d ppmbrighten ppmchange ppmcie ppmcolormask ppmcolors ppmdcfont ppmdim ppmdist ppmdither ppmdmkfont ppmdraw ppmfade ppmflash ppmforge ppmglobe ppmhist ppmlabel ppmmake ppmmix ppmnorm ppmntsc ppmpat ppmquant ppmquantall ppmrainbow ppmrelief ppmrough ppmshadow ppmshift ppmspread ppmtoacad ppmtoapplevol ppmtoarbtxt ppmtoascii ppmtobmp ppmtoeyuv ppmtogif ppmtoicr ppmtoilbm ppmtojpeg ppmtoleaf ppmtolj ppmtomitsu ppmtompeg ppmtoneo ppmtopcx ppmtopgm ppmtopi1 ppmtopict ppmtopj ppmtopjxl ppmtoppm ppmtopuzz ppmtorgb3 ppmtosixel ppmtospu ppmtoterm ppmtotga ppmtouil ppmtowinicon ppmtoxpm ppmtoyuv ppmtoyuvsplit ppmtv ppmwheel psidtopgm pstopnm qoitopam qrttoppm rasttopnm rawtopgm rawtoppm rgb3toppm rlatopam rletopnm sbigtopgm sgitopnm sirtopnm sldtoppm spctoppm spottopgm sputoppm srftopam st4topgm sunicontopnm svgtopam tgatoppm thinkjettopbm tifftopnm wbmptopbm winicontoppm winicontopam xbmtopbm ximtoppm xpmtoppm xvminitoppm xwdtopnm ybmtopbm yuvsplittoppm yuvtoppm yuy2topam zeisstopnm'

/** Pictures, sound, film, fonts and documents: programs that convert one into another, or look at one. */
export const pictures: readonly Program[] = rows({
  [NETPBM]: {
    operands: 'read',
    filter: true,
    style: 'single-dash',
    options: {
      ...are('text', '-width -height -left -right -top -bottom -xsize -ysize -color -fg -bg -mindim -maxval -font'),
      ...are('read', '-alpha -map -mapfile -lookupfile -palette'),
      ...are('write', '-alphaout -histfile'),
    },
  },
  'exif exrheader rdjpgcom wrjpgcom jpeginfo pnginfo gifinfo imginfo avifinfo tiffdump readpe pescan pesec pehash peres mkvtree isosize mp3val opusinfo ogginfo midicsv csvmidi icalbuddy dvd+rw-mediainfo vmaf ssim phash blockhash imgcmp perceptualdiff odiff':
    {
      operands: 'read',
      inPlace:
        '-m, --modify, -M, -r, -w, -d, -i, --insert, --set, --remove, -purejpg, -de, -dt, -ft, -mkexif, -autorot, -nf, -n',
      options: {
        ...are('write', '-o --output -c'),
        ...are('text', '-t --tag --ifd -g -K -P -p'),
        // The camera's pictures go through a program of one's own.
        ...are('shell', '-cmd'),
      },
    },
  'pdf2svg pdfxup pdfposter pdf-stapler pict2rtf ffmpegthumbnailer sam2p svg2png svgexport sbcdec sbcenc shnsplit soundstretch rubberband transcode imgp assimp gltf-pipeline gltfpack obj2gltf msdfgen ttf2woff ttf2woff2 ttf2eot woff2sfnt fontimage ttfautohint otf2bdf bdftopcf musescore abcm2ps abc2midi psnup psbook pstops psselect psutils pdfnup ps2ps dvipng dvi2ps djvups ddjvu c44 bzz cjb2 wpd2text xlsx2txt catppt rtf2html html2markdown html-to-markdown h2m rst2html5 rst2odt rst2pdf markdown2 cmark-gfm comrak kramdown redcarpet discount mkd2html xmlto docbook2pdf txt2html txt2tags':
    {
      operands: 'read',
      lastOperand: 'write',
      options: {
        ...are('write', '-o --output --output-file -O'),
        ...are('directory', '--output-dir -d --outdir'),
        ...are(
          'text',
          '-s -t -f -w -h -r -p -m -x -b --format --from --to --width --height --size --quality --page --pages',
        ),
        ...are('opaque', '--filter --exec -dscheme-code --loader --plugin --postprocess'),
        ...are('code', '-e'),
      },
    },
  latexdiff: { operands: 'read', options: are('text', '-t --type -s --subtype -f --floattype -e --encoding') },
  'termusic mixxx audacious clementine rhythmbox mopidy gst-play-1.0 flite pico2wave': {
    operands: 'source',
    options: {
      ...are('write', '-w --wav -o --output -s --save'),
      ...are('text', '-v -a -p -g -k -b -t -l -h --host -P --port --volume --rate --voice -d -D --device'),
      ...are('read', '-f --file'),
      ...are('opaque', '--http-proxy'),
    },
  },
  'cacafire cacademo cacaplay asciiview aview termimage pixterm icat tiv': {
    operands: 'source',
    options: {
      ...are('text', '-w -h -W -H -f -s -g -c --width --height --size'),
      ...are('write', '-o --output --save'),
    },
  },
  'tiffset tiffcp tiffcrop tiffcmp tiff2ps tiff2bw tiffsplit tiffmedian fax2tiff raw2tiff': {
    operands: 'read',
    lastOperand: 'write',
    options: are('text', '-s -sf -c -l -r -w -p -f'),
  },
  'dcraw ufraw-batch rawtherapee-cli darktable-cli': {
    operands: 'read',
    options: {
      ...are('write', '-o --output --output-file'),
      ...are('text', '-q -H -b -w -c --out-type'),
      ...are('opaque', '--lua --luacmd'),
    },
  },
})
