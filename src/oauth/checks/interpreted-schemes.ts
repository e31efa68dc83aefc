import { words } from '../../shared/words.ts'

/**
 * Schemes that browsers, systems or protocols have taken, so that an address with one does not reach one application alone.
 * Decision 0131 has the sources. The first two groups are what browsers interpret, and other browsers. Then come schemes that
 * Chromium and Firefox never hand on, and those that websites may register for (HTML, `registerProtocolHandler`). Handlers of
 * systems that run, open or send something follow. Protocols are last, among them all permanent schemes of IANA.
 */
const INTERPRETED: ReadonlySet<string> = new Set(
  words(`about blob data devtools file filesystem http https jar javascript livescript mocha resource vbscript
    view-source ws wss wyciwyg
    brave edge googlechrome googlechromes opera vivaldi x-safari-http x-safari-https x-web-search
    afp disk disks hcp help ie.http iehistory ierss its mhtml mk res search search-ms shell vnd.ms.radio
    bitcoin cabal dat did dweb ethereum ftps hyper ipfs ipns irc ircs magnet matrix mms openpgp4fpr payto sftp smsto ssb
    ssh webcal wtai
    admin android-app app-prefs app-settings applescript apt callto cifs content facetime facetime-audio fax feed feeds fish ghelp
    git intent intents jnlp jnlps ldaps lightning man market message modem prefs rdp read rlogin rsync rtmp rtmps shortcuts smb smtp
    snap snews steam svn tbauth trash udp videotex wais workflow x-help-script x-man-page
    aaa aaas acap acct cap cid coap coaps crid dav dict dns dtn example ftp geo go gopher h323 iax icap im imap info ipn
    ipp ipps iris iris.beep iris.lwz iris.xpc iris.xpcs jabber ldap leaptofrogans mailto mid msrp msrps mt mtqp mupdate
    news nfs ni nih nntp opaquelocktoken pkcs11 pop pres reload rtsp rtsps rtspu service session shttp sieve sip sips sms
    snmp soap.beep soap.beeps stun stuns tag tel telnet tftp thismessage tip tn3270 turn turns tv urn vemmi vnc xcon
    xcon-userid xmlrpc.beep xmlrpc.beeps xmpp z39.50r z39.50s`),
)
/** Families of such schemes, which grow with versions of browsers and systems; and what a protocol is carried by. */
const FAMILIES = /^(?:chrome|firefox|itmss?|microsoft|moz|ms|safari|x-apple)(?:[-.]|$)|^(?:coaps?|ext|git|svn|web)\+/
/** Schemes of Windows by which a broker hands an answer to the one application that began, and to no other. */
const ANSWERS_OF_BROKERS: ReadonlySet<string> = new Set(['ms-app', 'ms-appx-web'])

/** Tells whether a scheme, in lower case, is not a private-use scheme of an application (RFC 8252 §7.1). */
export function isInterpretedScheme(scheme: string): boolean {
  if (ANSWERS_OF_BROKERS.has(scheme)) return false
  // Windows reads a single letter as a drive.
  return scheme.length === 1 || INTERPRETED.has(scheme) || FAMILIES.test(scheme)
}
