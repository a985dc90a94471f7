/**
 * Sessions that did not go as they should at the first look, and do not yet: where a bare name comes from is not found out,
 * and these values of variables are not told from others. Whoever teaches the gate one of them takes it off.
 */
export const UNRESOLVED: ReadonlySet<string> = new Set(
  `vb-f17 vb-f18 vb-s05 vb-s14 vb-s17
   pv-f02 pv-f09 pv-f10 pv-f11 pv-f13 pv-f14 pv-f15 pv-f16 pv-f17 pv-f18 pv-f19 pv-f20 pv-f21 pv-f22
   pv-f23 pv-f24 pv-f25 pv-f29 pv-f30 pv-f32 pv-f33 pv-f34 pv-f39 pv-f42 pv-f43 pv-f44 pv-f48 pv-f49
   pv-f50 pv-f51 pv-f52 pv-f64 pv-s05 pv-s16 pv-s17 pv-s19 pv-s21 pv-s22 pv-s27 pv-s59`.split(/\s+/),
)
