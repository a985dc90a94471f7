/**
 * Modules and crates of Rust that read, write, run and contact nothing by themselves, grouped by the reason. Of `std` every
 * module stands here or among those that act.
 */
const GROUPS = {
  'modules of std that compute': `std.alloc_ std.any std.array std.ascii std.async_iter std.backtrace std.borrow std.boxed std.bstr std.cell std.char std.clone std.cmp std.collections std.convert
    std.default std.error std.f32 std.f64 std.f16 std.f128 std.fmt std.future std.hash std.hint std.i128 std.i16 std.i32 std.i64 std.i8 std.io std.isize std.iter std.marker std.mem.size_of std.mem.swap std.mem.take
    std.mem.replace std.mem.drop std.mem.discriminant std.mem.align_of std.mem.size_of_val std.num std.ops std.option std.panic std.pat std.path std.pin std.prelude std.primitive std.random std.range std.rc
    std.result std.slice std.str std.string std.sync std.task std.thread std.time std.u128 std.u16 std.u32 std.u64 std.u8 std.usize std.vec std.simd std.ffi.OsStr std.ffi.OsString std.ffi.CStr
    std.ffi.CString std.net.IpAddr std.net.Ipv4Addr std.net.Ipv6Addr std.net.SocketAddr std.net.AddrParseError`,
  'types and functions of the prelude': `String Vec Box Option Result Some None Ok Err drop Default From Into Iterator ToString Clone Copy Send Sync Fn FnMut FnOnce Ord PartialOrd Eq PartialEq AsRef AsMut ToOwned
    IntoIterator Extend DoubleEndedIterator ExactSizeIterator TryFrom TryInto FromIterator i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 bool char str`,
  'crates that compute, parse, format and define': `serde serde_json serde_yaml serde_derive toml ron bincode postcard rmp_serde csv.ReaderBuilder csv.WriterBuilder quick_xml anyhow thiserror eyre color_eyre regex fancy_regex rand rand_chacha
    fastrand uuid ulid chrono time humantime itertools rayon crossbeam crossbeam_channel parking_lot once_cell lazy_static log env_logger tracing tracing_subscriber clap structopt argh pico_args lexopt
    num num_bigint num_traits num_integer ndarray nalgebra sha2 sha1 md5 blake3 hex base64 hmac aes digest ring crc32fast bytes smallvec arrayvec indexmap hashbrown ahash fxhash dashmap petgraph bitflags strum derive_more
    heck unicode_segmentation unicode_width similar indoc textwrap colored owo_colors termcolor ansi_term console indicatif comfy_table prettytable tabled semver url percent_encoding mime nom pest logos winnow
    syn quote proc_macro2 futures futures_util async_trait pin_project tokio.time tokio.sync tokio.task tokio.join tokio.select tokio.io tokio.runtime tokio.main tokio.test async_stream bstr memchr
    either tinyvec rustc_hash approx ordered_float rust_decimal bigdecimal statrs image.RgbImage image.Rgb image.ImageBuffer flate2 zstd brotli lz4 num_cpus whoami
    proptest quickcheck criterion rstest pretty_assertions insta mockall serial_test test_case`,
  'web frameworks: what they define':
    'axum.Router axum.routing axum.Json axum.extract axum.response axum.http actix_web.web actix_web.HttpResponse actix_web.Responder tower tower_http http rocket.serde',
} as const

/** What acts: only what the table says of it is understood. */
const ACTS =
  'std core alloc std.fs std.process std.net std.env std.os std.ffi std.mem std.ptr std.arch tokio tokio.fs tokio.net tokio.process libc nix rayon_'.split(
    ' ',
  )

export const PRELUDE: readonly string[] = GROUPS['types and functions of the prelude'].split(/\s+/)

export const CANNOT_ACT: ReadonlySet<string> = new Set([
  ...Object.values(GROUPS)
    .flatMap((names) => names.split(/\s+/))
    .filter(Boolean),
  ...ACTS.map((name) => `-${name}`),
])
