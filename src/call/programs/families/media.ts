import type { Program } from '../../shell/programs/program.ts'
import { alsoRecording } from '../../shell/programs/recording.ts'
import type { Entries, Value } from '../entry.ts'
import { family } from '../walk.ts'

/**
 * Filters that only compute, with the labels between them: `[0:v]scale=320:-1[a];[a]fps=10`. Others load an object, read
 * or write a file, or take commands.
 */
const FILTERS: Value = {
  separator: ',',
  list: {
    separator: ';',
    list: {
      separator: ']',
      list: {
        keys: {
          'scale, fps, crop, pad, transpose, hflip, vflip, rotate, setpts, asetpts, trim, atrim, volume, atempo, aresample, loudnorm, dynaudnorm, fade, afade, format, aformat, null, anull, concat, overlay, split, asplit, amix, amerge, pan, palettegen, paletteuse, select, aselect, eq, hue, colorbalance, curves, unsharp, boxblur, gblur, yadif, bwdif, setsar, setdar, tile, thumbnail, showinfo, silenceremove, silencedetect, blackdetect, cropdetect, volumedetect, ebur128, highpass, lowpass, bass, treble, equalizer, compand, acompressor, aecho, areverse, reverse, loop, tpad, apad, adelay, minterpolate, zoompan, framestep, mpdecimate, deshake, hstack, vstack, xstack, blend, chromakey, colorkey, alphamerge, negate, vignette, noise, hqdn3d, nlmeans, deband, zscale, tonemap, colorspace, setparams, showwaves, showwavespic, showspectrum, showspectrumpic, color, testsrc, testsrc2, smptebars, sine, anullsrc, anoisesrc, nullsrc, scdet, setrange, drawbox, drawgrid, fieldorder, copy, acopy, hwupload, hwdownload, scale_cuda, scale_vaapi, psnr, ssim, [*, ':
            'text',
        },
      },
    },
  },
}

/** Pictures, sound, video and what is printed. */
const entries: Entries = {
  ffmpeg: {
    operands: 'sink',
    style: 'single-dash',
    options: {
      '-i': 'source',
      '-hls_segment_filename, -passlogfile, -progress, -vstats_file': 'write',
      '-dump_attachment*': 'opaque',
      '-attach': 'read',
      '-filter_script*, -filter_complex_script': 'read',
      '-f': {
        words:
          'mp4 mp3 wav webm matroska null image2 image2pipe rawvideo concat gif flac ogg mov avi mpegts hls dash s16le s16be f32le lavfi adts m4a mjpeg singlejpeg png_pipe yuv4mpegpipe md5 hash framemd5 ffmetadata webvtt srt ass segment stream_segment x11grab avfoundation alsa pulse dshow gdigrab v4l2 fbdev kmsgrab jack oss sndio opus aac ac3 h264 hevc ivf flv',
      },
      '-vf, -af, -filter:v, -filter:a, -filter_complex, -lavfi, -filter': FILTERS,
      '-c, -c:v, -c:a, -c:s, -c:v:0, -c:a:0, -codec, -codec:v, -codec:a, -vcodec, -acodec, -scodec, -b, -b:v, -b:a, -maxrate, -bufsize, -minrate, -r, -s, -t, -ss, -to, -sseof, -map, -map_metadata, -map_chapters, -crf, -preset, -tune, -pix_fmt, -ar, -ac, -q, -q:v, -q:a, -qscale, -qscale:v, -qscale:a, -vframes, -aframes, -frames:v, -frames:a, -frames, -loop, -stream_loop, -metadata, -metadata:s:a:0, -metadata:s:s:0, -metadata:s:v:0, -threads, -loglevel, -v, -hwaccel, -hwaccel_output_format, -hwaccel_device, -aspect, -movflags, -profile:v, -profile:a, -level, -level:v, -g, -keyint_min, -sc_threshold, -bf, -refs, -itsoffset, -framerate, -pattern_type, -safe, -bsf:v, -bsf:a, -strict, -max_muxing_queue_size, -hls_time, -hls_list_size, -hls_playlist_type, -hls_flags, -hls_segment_type, -start_number, -disposition:a, -disposition:v, -disposition:s, -disposition:v:0, -disposition:a:0, -disposition:s:0, -x264-params, -x264opts, -x265-params, -tag:v, -tag:a, -vsync, -fps_mode, -async, -channel_layout, -ch_layout, -sample_fmt, -video_size, -pixel_format, -color_range, -colorspace, -color_primaries, -color_trc, -deadline, -cpu-used, -row-mt, -tile-columns, -speed, -quality, -lossless, -compression_level, -pass, -vol, -segment_time, -segment_format, -reset_timestamps, -rtsp_transport, -timeout, -rw_timeout, -user_agent, -probesize, -analyzeduration, -fflags, -flags, -id3v2_version, -write_xing, -update, -atomic_writing, -thread_queue_size, -draw_mouse, -window_size, -audio_device_index, -video_device_index, -rc, -cq, -qp, -qmin, -qmax, -rc-lookahead, -b_ref_mode, -aq-mode, -vbr, -application, -stats_period, -fs, -timestamp, -shortest_buf_duration, -apad, -skip_frame, -noise_reduction, -final_delay, -plays':
        'text',
    },
    flags:
      '-y -n -hide_banner -nostdin -stats -nostats -shortest -vn -an -sn -dn -re -copyts -start_at_zero -accurate_seek -noaccurate_seek -benchmark -autorotate -noautorotate -copy_unknown -ignore_unknown -version -h -formats -codecs -encoders -decoders -filters -devices -pix_fmts -protocols -bsfs -hwaccels -layouts -sample_fmts -buildconf -L -muxers -demuxers -stdin -xerror -sameq',
    examples: {
      "ffmpeg -i a.mp4 -vf 'scale=320:-1,fps=10' b.mp4": ['read a.mp4', 'write b.mp4'],
      'ffmpeg -i a.mp4 -vf frei0r=/tmp/x.so b.mp4': [
        'read a.mp4',
        'unknown value frei0r=/tmp/x.so for -vf of ffmpeg',
        'write b.mp4',
      ],
      "ffmpeg -i a.mp4 -filter_complex '[0:v]scale=1[a]' -map '[a]' b.mp4": ['read a.mp4', 'write b.mp4'],
      'ffmpeg -i i.in -hls_segment_filename hls.out a.out': ['read i.in', 'write hls.out', 'write a.out'],
      'ffmpeg -passlogfile passlo.out a.out': ['write passlo.out', 'write a.out'],
      'ffmpeg -progress progre.out a.out': ['write progre.out', 'write a.out'],
      'ffmpeg -vstats_file vstats.out a.out': ['write vstats.out', 'write a.out'],
      'ffmpeg -dump_attachmentx a.out': ['unknown option -dump_attachment* of ffmpeg', 'write a.out'],
      'ffmpeg -attach attach.in -filter_scriptfilter.in a.out': ['read attach.in', 'read filter.in', 'write a.out'],
      'ffmpeg -filter_complex_script filter.in a.out': ['read filter.in', 'write a.out'],
    },
  },
  ffprobe: {
    operands: 'source',
    style: 'single-dash',
    options: {
      '-i': 'source',
      '-o': 'write',
      '-f, -v, -loglevel, -select_streams, -show_entries, -of, -output_format, -print_format, -read_intervals, -show_data_hash, -probesize, -analyzeduration, -threads, -rtsp_transport, -timeout':
        'text',
    },
    flags:
      '-hide_banner -show_format -show_streams -show_packets -show_frames -show_chapters -show_programs -show_error -show_data -show_private_data -count_frames -count_packets -pretty -unit -prefix -byte_binary_prefix -sexagesimal -show_versions -show_program_version -show_library_versions -show_pixel_formats -bitexact -find_stream_info -noprivate -sections -version -h -L -formats -codecs',
    examples: {
      'ffprobe a.in': ['read a.in'],
      'ffprobe -i i.in -o o.out a.in': ['read i.in', 'write o.out', 'read a.in'],
      'ffprobe -unheard-of a.in': ['unknown option -unheard-of of ffprobe', 'read a.in'],
    },
  },
  sox: {
    operands: 'source | pipe-to-shell',
    last: 'sink | pipe-to-shell',
    style: 'single-dash',
    options: {
      '-b, -bits, -c, -channels, -C, -compression, -e, -encoding, -r, -rate, -t, -type, -v, -volume, -endian, -comment, -add-comment':
        'text',
      '-temp, -effects-file, -comment-file': 'opaque',
      '-plot': 'text',
      '-buffer, -input-buffer': 'text',
    },
    flags:
      '-n -null -d -default-device -q -no-show-progress -S -show-progress -V -V0 -V1 -V2 -V3 -G -guard -D -no-dither -R -norm -m -M -combine -L -B -x -s -u -single-threaded -multi-threaded -h -version -clobber -no-clobber -p -sox-pipe -ignore-length',
    examples: {
      "sox a.wav '|sh'": ['read a.wav', 'run sh', 'code shell standard-input'],
      'sox -temp x a.in z.out': ['unknown option -temp of sox', 'read a.in', 'write z.out'],
      'sox -effects-file x a.in z.out': ['unknown option -effects-file of sox', 'read a.in', 'write z.out'],
      'sox -comment-file x a.in z.out': ['unknown option -comment-file of sox', 'read a.in', 'write z.out'],
      "sox '|sh'": ['run sh', 'code shell standard-input'],
    },
  },
  'gst-launch-1.0': {
    // A pipeline may read, write and send anything.
    operands: 'text',
    effects: ['opaque other'],
    flags: '-v --verbose -q --quiet -e --eos-on-shutdown -m --messages -t --tags -T --trace -h',
    examples: {
      'gst-launch-1.0 --version': [],
      'gst-launch-1.0 x': ['opaque other'],
      'gst-launch-1.0 --unheard-of x': ['unknown option --unheard-of of gst-launch-1.0', 'opaque other'],
    },
  },
  exiftool: {
    operands: 'read-tree',
    style: 'single-dash',
    options: {
      '-o': 'write',
      '-w, -textOut, -W, -tagOut': 'write',
      '-ext, -i, -d, -dateFormat, -c, -coordFormat, -x, -lang, -listItem, -charset, -g, -G, -sep': 'text',
    },
    flags:
      '-a -b -j -json -X -xmlFormat -csv -t -tab -T -table -s -S -s2 -s3 -n -q -r -recurse -u -U -v -ver -fast -fast2 -h -htmlFormat -l -long -L -e -f -m -g1 -G1 -G0:1 -groupNames -list -listw -struct -unsorted -validate -progress -php -D -H -Make -Model -DateTimeOriginal -CreateDate -ModifyDate -FileName -FileSize -FileType -MIMEType -ImageSize -ImageWidth -ImageHeight -Orientation -GPSPosition -GPSLatitude -GPSLongitude -Software -Artist -Copyright -Title -Comment -Duration -Megapixels -ISO -Aperture -ShutterSpeed -LensModel -EXIF:all -all -common -ee',
    examples: {
      'exiftool src': ['read-tree src'],
      'exiftool -o o.out -w w.out src': ['write o.out', 'write w.out', 'read-tree src'],
      'exiftool -textOut textou.out -W w.out src': ['write textou.out', 'write w.out', 'read-tree src'],
      'exiftool -tagOut tagout.out src': ['write tagout.out', 'read-tree src'],
      'exiftool -unheard-of src': ['unknown option -unheard-of of exiftool', 'read-tree src'],
    },
  },
  'identify mediainfo exiv2': {
    operands: 'read',
    style: 'single-dash',
    options: {
      '-format, -define, -density, -depth, -size, -limit, -units, -Inform*, -Output*, -p, -g, -output, -inform': 'text',
    },
    flags: '-verbose -ping -regard-warnings -quiet -moments -unique -f -Full -full -version -help -h -v -q',
    examples: {
      'identify a.in': ['read a.in'],
      'identify -unheard-of a.in': ['unknown option -unheard-of of identify', 'read a.in'],
    },
  },
  'gs ghostscript': {
    operands: 'read',
    style: 'single-dash',
    options: {
      '-o, -sOutputFile': { words: '-', else: 'write | pipe-to-shell' },
      '-c': 'code',
      '-I': 'project-directory',
      '-sDEVICE, -sPAPERSIZE, -sColorConversionStrategy, -sProcessColorModel, -sPDFPassword, -sPageList': 'text',
      '-r*, -g*, -dFirstPage=*, -dLastPage=*, -dPDFSETTINGS=*, -dCompatibilityLevel=*, -dTextAlphaBits=*, -dGraphicsAlphaBits=*, -dJPEGQ=*, -dDownScaleFactor=*, -dColorImageResolution=*, -dGrayImageResolution=*, -dMonoImageResolution=*, -dAutoRotatePages=*, -dDownsample*, -dPDFFitPage*, -dFIXEDMEDIA*, -dEmbedAllFonts=*, -dSubsetFonts=*, -dCompressFonts=*, -dDetectDuplicateImages*, -dPDFA*, -dNumRenderingThreads=*, -dDEVICEWIDTHPOINTS=*, -dDEVICEHEIGHTPOINTS=*, -dPrinted=*, -dColorImageDownsampleType=*, -dGrayImageDownsampleType=*':
        'text',
    },
    flags:
      '-q -dNOPAUSE -dBATCH -dSAFER -dQUIET -dUseCropBox -dUseTrimBox -dUseArtBox -dEPSCrop -dNoOutputFonts -dNODISPLAY -dNOPROMPT -dPDFSTOPONERROR -dNOINTERPOLATE -dFastWebView -dFitPage -f -h -v -version -help -_',
    examples: {
      'gs a.in': ['read a.in'],
      "gs -o '%pipe%sh' a.in": ['run sh', 'code shell standard-input', 'read a.in'],
      "gs -o o.out -o '|sh' a.in": ['write o.out', 'run sh', 'code shell standard-input', 'read a.in'],
      'gs -sOutputFile soutpu.out a.in': ['write soutpu.out', 'read a.in'],
      "gs -sOutputFile '|sh' -c x a.in": ['run sh', 'code shell standard-input', 'code other inline', 'read a.in'],
      'gs -I /tmp/x a.in': ['code other file /tmp/x', 'read a.in'],
      'gs -unheard-of a.in': ['unknown option -unheard-of of gs', 'read a.in'],
    },
  },
  'ps2pdf ps2pdf13 ps2pdf14 ps2ps ps2eps eps2eps ps2ascii pdf2ps': {
    operands: ['read', 'write'],
    style: 'single-dash',
    options: { '-sPAPERSIZE, -dPDFSETTINGS, -dCompatibilityLevel, -dAutoRotatePages, -sPDFPassword': 'text' },
    flags: '-dEPSCrop -dOptimize -dSAFER -dUseFlateCompression',
    examples: {
      'ps2pdf a.in b.out': ['read a.in', 'write b.out'],
      'ps2pdf -unheard-of a.in b.out': ['unknown option -unheard-of of ps2pdf', 'read a.in', 'write b.out'],
    },
  },
  qpdf: {
    operands: ['read', 'write'],
    responseFiles: true,
    options: {
      '--password-file': 'read',
      '--password, --object-streams, --stream-data, --rotate, --min-version, --force-version, --decode-level, --compress-streams, --recompress-flate, --show-object, --split-pages, --collate, --keep-files-open, --compression-level, --normalize-content':
        'text?',
    },
    inPlace: '--replace-input',
    flags:
      '--check --linearize --check-linearization --decrypt --show-npages --show-pages --show-encryption --show-xref --requires-password --is-encrypted --no-warn --warning-exit-0 --verbose --progress --json --qdf --optimize-images --coalesce-contents --generate-appearances --flatten-rotation --remove-restrictions --deterministic-id --list-attachments --with-images --raw-stream-data --filtered-stream-data --version --copyright',
    examples: {
      'qpdf a.in b.out': ['read a.in', 'write b.out'],
      'qpdf --password-file passwo.in a.in b.out': ['read passwo.in', 'read a.in', 'write b.out'],
      'qpdf --replace-input a.in b.out': ['read a.in', 'edit a.in', 'write b.out'],
      'qpdf @/tmp/args': ['read /tmp/args', 'unknown options in @/tmp/args of qpdf'],
    },
  },
  'pdftotext pdftohtml pdftops pdftoppm pdftocairo pdfunite pdfseparate pdfimages': {
    operands: ['read', 'write'],
    style: 'single-dash',
    options: {
      '-f, -l, -r, -x, -y, -W, -H, -enc, -eol, -opw, -upw, -scale-to, -scale-to-x, -scale-to-y, -jpegopt, -rx, -ry, -fixed, -colspacing, -zoom, -paperw, -paperh':
        'text',
    },
    flags:
      '-layout -raw -htmlmeta -bbox -bbox-layout -tsv -nopgbrk -nodiag -q -v -h -png -jpeg -jpegcmyk -tiff -svg -pdf -eps -mono -gray -singlefile -cropbox -s -i -c -p -xml -noframes -hidden -nomerge -level2 -level3 -j -jp2 -all -list -ccitt -jbig2 -o -e -forcenum -help -?',
    examples: {
      'pdftotext a.in b.out': ['read a.in', 'write b.out'],
      'pdftotext -unheard-of a.in b.out': ['unknown option -unheard-of of pdftotext', 'read a.in', 'write b.out'],
    },
  },
  'pdfinfo pdffonts pdfgrep': {
    operands: 'read',
    style: 'single-dash',
    options: { '-f, -l, -enc, -opw, -upw, -e, -m, -A, -B, -C': 'text' },
    flags:
      '-box -meta -custom -js -struct -struct-text -isodates -rawdates -dests -url -v -h -listenc -subst -loc -n -i -r -c -q -H -p -o -help',
    examples: {
      'pdfinfo a.in': ['read a.in'],
      'pdfinfo -unheard-of a.in': ['unknown option -unheard-of of pdfinfo', 'read a.in'],
    },
  },
  pdfdetach: {
    operands: 'read',
    style: 'single-dash',
    options: { '-o': 'write', '-save, -savefile, -enc, -opw, -upw': 'text' },
    // Without `-o` into the working directory.
    when: { '-saveall': ['directory .'] },
    flags: '-list -v -h -help',
    examples: {
      'pdfdetach a.in': ['read a.in'],
      'pdfdetach -o o.out a.in': ['write o.out', 'read a.in'],
      'pdfdetach -saveall a.in': ['directory .', 'read a.in'],
      'pdfdetach -unheard-of a.in': ['unknown option -unheard-of of pdfdetach', 'read a.in'],
    },
  },
  inkscape: {
    operands: 'read',
    options: {
      '-o, --export-filename': 'write',
      '--export-type, --export-area, -a, --export-dpi, -d, --export-width, -w, --export-height, -h, --export-margin, --export-id, -i, --export-background, -b, --export-background-opacity, -y, --export-ps-level, --export-pdf-version, --export-png-color-mode, --export-png-compression, --pdf-page, --pages, --query-id, -I, --select, --convert-dpi-method':
        'text',
    },
    flags:
      '-C -D --export-area-page --export-area-drawing --export-plain-svg -l --export-text-to-path -T --export-ignore-filters --export-overwrite --export-id-only -j --export-use-hints --pipe -p -S --query-all -X -Y -W -H --query-x --query-y --query-width --query-height -V --vacuum-defs --without-gui -z',
    examples: {
      'inkscape a.in': ['read a.in'],
      'inkscape -o o.out a.in': ['write o.out', 'read a.in'],
      'inkscape --unheard-of a.in': ['unknown option --unheard-of of inkscape', 'read a.in'],
    },
  },
  'optipng jpegoptim pngquant oxipng pngcrush': {
    operands: 'edit',
    forms: { '-out, -o, --output, --stdout, --simulate, -simulate, --dest, -d, --pretend, -P': { operands: 'read' } },
    options: {
      '--output, --out, -out': 'write',
      '--dest, -dir, --dir': 'directory',
      '-o, -d, -m, --max, -S, --size, -T, --threshold, --quality, --ext, --speed, -s, -f, -i, -zc, -zm, -zs, -zw, --posterize, --opt, --strip, -t, --threads, --interlace, --timeout':
        'text',
      '-o*, -m*, -t*': 'text',
    },
    style: 'single-dash',
    flags:
      '-strip -keep -k -preserve -quiet -q -v -verbose -fix -force -F -nofs -nx -nb -nc -np -nz -backup --strip-all --all-progressive --all-normal --force --preserve --totals -n --noaction --skip-if-larger --nofs -r --recursive -a --alpha -Z --zopfli --brute -reduce -h',
    examples: {
      'optipng a.file': ['edit a.file'],
      'optipng --output output.out --out out.out a.file': ['write output.out', 'write out.out', 'read a.file'],
      'optipng --dest dest-dir --dir dir-dir a.file': ['directory dest-dir', 'directory dir-dir', 'read a.file'],
      'optipng -unheard-of a.file': ['unknown option -unheard-of of optipng', 'edit a.file'],
    },
  },
  'cwebp dwebp avifenc heif-convert rsvg-convert jpegtran cjpeg djpeg img2pdf tesseract': {
    operands: ['read', 'write'],
    style: 'single-dash',
    options: {
      '-o, --output, -outfile': 'write',
      '-q, -quality, --quality, -m, -preset, -size, -psnr, -resize, -crop, -z, -alpha_q, -f, --format, -w, --width, -h, --height, -z, --zoom, -d, --dpi-x, -l, --psm, --oem, -rotate, -flip, -copy, -s, --speed, --min, --max, -j, --jobs, -b, --background-color, --pagesize':
        'text',
    },
    flags:
      '-lossless -mt -quiet -v -short -near_lossless -progressive -optimize -grayscale -a --keep-aspect-ratio --unlimited -perfect -arithmetic -version -png -pam -ppm -bmp -tiff',
    examples: {
      'cwebp a.in b.out': ['read a.in', 'write b.out'],
      'cwebp -o o.out a.in b.out': ['write o.out', 'read a.in', 'write b.out'],
      'cwebp -unheard-of a.in b.out': ['unknown option -unheard-of of cwebp', 'read a.in', 'write b.out'],
    },
  },
}

export const media: readonly Program[] = alsoRecording(family(entries))
