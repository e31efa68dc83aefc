/** What a user types into the search, and the icons of which one must stand among the first three results. */
export interface IconSearchCase {
  readonly query: string
  /** The language that the query is written in. The search is not told. */
  readonly locale: 'en' | 'zh' | 'ko'
  /** Keys, `<set>-<name>`; `*` stands for any characters, none included. */
  readonly expect: readonly string[]
}

/** A search with filters: beside what `expect` says, every result must be as the filters ask. */
export interface FilteredIconSearchCase extends IconSearchCase {
  readonly filters: {
    readonly category?: string
    readonly style?: string
    readonly set?: string
    readonly format?: 'svg' | 'json' | 'lottie' | 'png'
  }
}

const SPINNERS = ['svg-spinners-*', 'line-md-loading-*', 'eos-icons-loading', 'eos-icons-*-loading']
const RAIN = ['meteocons-rain', 'meteocons-raindrop*']
const SUN = ['line-md-sunny*', 'meteocons-sun-hot', 'meteocons-clear-day']
const USER = ['line-md-account', 'line-md-person*']
const EMAIL = ['line-md-email*']
const CHAT = ['line-md-chat*']
const CLOSE = ['line-md-close*', 'line-md-remove']
const CHECK = ['line-md-confirm*', 'line-md-check-all']
const ALARM = ['line-md-bell*', 'meteocons-weather-alarm*']

const ENGLISH: readonly (readonly [query: string, ...expect: string[]])[] = [
  // Synonyms: the word is not in the name.
  ['delete', 'line-md-trash'],
  ['rubbish', 'line-md-trash'],
  ['bin', 'line-md-trash'],
  ['garbage', 'line-md-trash'],
  ['recycle bin', 'line-md-trash'],
  ['waste basket', 'line-md-trash'],
  ['gear', 'line-md-cog*', 'eos-icons-rotating-gear'],
  ['settings', 'line-md-cog*'],
  ['preferences', 'line-md-cog*'],
  ['configuration', 'line-md-cog*'],
  ['spinner', ...SPINNERS],
  ['loading', ...SPINNERS],
  ['loader', ...SPINNERS],
  ['please wait', ...SPINNERS, 'eos-icons-hourglass'],
  ['busy', ...SPINNERS, 'eos-icons-hourglass'],
  ['throbber', ...SPINNERS],
  ['house', 'line-md-home*'],
  ['envelope', ...EMAIL],
  ['mail', ...EMAIL],
  ['user', ...USER],
  ['profile', ...USER],
  ['avatar', ...USER],
  ['magnifying glass', 'line-md-search*'],
  ['find', 'line-md-search*'],
  ['eye', 'line-md-watch*'],
  ['visibility', 'line-md-watch*'],
  ['hide password', 'line-md-watch-off*'],
  ['notification', 'line-md-bell*'],
  ['tick', ...CHECK],
  ['checkmark', ...CHECK],
  ['done', ...CHECK],
  ['cross', ...CLOSE],
  ['hamburger', 'line-md-menu*'],
  ['toggle', 'line-md-switch*'],
  ['shield', 'line-md-security*'],
  ['warning', 'line-md-alert*'],
  ['help', 'line-md-question*'],
  ['picture', 'line-md-image*'],
  ['photo', 'line-md-image*'],
  ['like', 'line-md-thumbs-up*', 'line-md-heart*'],
  ['love', 'line-md-heart*'],
  ['dislike', 'line-md-thumbs-down*'],
  ['idea', 'line-md-lightbulb*'],
  ['bulb', 'line-md-lightbulb*'],
  ['vehicle', 'line-md-car-light*', 'line-md-steering*', 'line-md-engine*'],
  ['dark mode', 'line-md-light-dark*', 'line-md-moon*'],
  ['write', 'line-md-edit*', 'line-md-pencil*'],
  ['message', ...CHAT, ...EMAIL],
  ['sound', 'line-md-volume-*'],
  ['mute', 'line-md-volume-*'],
  ['mobile', 'line-md-cellphone*'],
  ['smartphone', 'line-md-cellphone*'],
  ['gps', 'line-md-my-location*', 'line-md-map-marker*'],
  ['pin', 'line-md-map-marker*'],
  ['directory', 'line-md-folder*'],
  ['sign in', 'line-md-login', 'line-md-log-in'],
  ['sign out', 'line-md-logout', 'line-md-log-out'],
  ['happy face', 'line-md-emoji-smile*', 'line-md-emoji-grin*'],
  ['sad', 'line-md-emoji-frown*', 'line-md-emoji-cry*'],
  ['birthday', 'line-md-cake*'],
  ['suitcase', 'line-md-briefcase*'],
  ['first aid', 'line-md-medical-services*'],
  ['hashtag', 'line-md-hash*'],
  ['hyperlink', 'line-md-link', 'line-md-external-link*'],
  ['refresh', 'eos-icons-arrow-rotate', 'line-md-rotate-*', 'line-md-backup-restore'],
  ['sand timer', 'eos-icons-hourglass'],

  // Weather, in the words of forecasts.
  ['rain', ...RAIN],
  ['raining', ...RAIN],
  ['rainy', ...RAIN],
  ['rain shower', ...RAIN, 'meteocons-drizzle', 'meteocons-*-rain', 'meteocons-*-drizzle'],
  ['sun', ...SUN],
  ['clear sky', 'meteocons-clear-*'],
  ['snowing', 'meteocons-snow*'],
  ['thunder', 'meteocons-thunderstorms*', 'meteocons-lightning-*'],
  ['lightning', 'meteocons-lightning-*'],
  ['lightning storm', 'meteocons-thunderstorms*', 'meteocons-lightning-*'],
  ['twister', 'meteocons-tornado'],
  ['cyclone', 'meteocons-hurricane'],
  ['typhoon', 'meteocons-hurricane'],
  ['foggy', 'meteocons-fog*'],
  ['windy', 'meteocons-wind*'],
  ['breeze', 'meteocons-wind*'],
  ['dawn', 'meteocons-sunrise', 'line-md-sun-rising*'],
  ['dusk', 'meteocons-sunset'],
  ['full moon', 'meteocons-moon-full'],
  ['half moon', 'meteocons-moon-first-quarter', 'meteocons-moon-last-quarter'],
  ['partly cloudy', 'meteocons-partly-cloudy-day', 'meteocons-partly-cloudy-night'],
  ['cloudy night', 'meteocons-partly-cloudy-night', 'meteocons-overcast-night'],
  ['temperature', 'meteocons-thermometer*', 'meteocons-soil-temperature'],
  ['air pressure', 'meteocons-barometer*', 'meteocons-pressure-*'],
  ['shooting star', 'meteocons-falling-stars'],
  ['sleet night', 'meteocons-*night-sleet'],
  ['north wind', 'meteocons-wind-direction-n'],
  ['allergy', 'meteocons-pollen*'],
  ['hay fever', 'meteocons-pollen*'],
  ['high tide', 'meteocons-water-tide-high'],
  ['beaufort 7', 'meteocons-wind-beaufort-7'],

  // Plural, verb forms, British and American spelling, two ways to cut a word.
  ['folders', 'line-md-folder*'],
  ['searching', 'line-md-search*'],
  ['thunderstorm', 'meteocons-thunderstorms'],
  ['umbrellas', 'meteocons-umbrella*'],
  ['deleting', 'line-md-trash', 'line-md-*-delete*'],
  ['favourite', 'line-md-star*', 'line-md-heart*'],
  ['favorite', 'line-md-star*', 'line-md-heart*'],
  ['centre', 'line-md-align-center', 'line-md-arrow-align-center'],
  ['e-mail', ...EMAIL],
  ['wi-fi', 'svg-spinners-wifi*'],
  ['light bulb', 'line-md-lightbulb*'],
  ['you tube', 'line-md-youtube*'],
  ['thumbsup', 'line-md-thumbs-up*'],
  ['rss feed', 'line-md-rss'],

  // Beginnings of words.
  ['thund', 'meteocons-thunderstorms*'],
  ['calen', 'line-md-calendar*'],
  ['downl', 'line-md-download*'],
  ['speedo', 'line-md-speedometer*'],
  ['umbr', 'meteocons-umbrella*'],

  // One typing error.
  ['calender', 'line-md-calendar*'],
  ['tras', 'line-md-trash'],
  ['trahs', 'line-md-trash'],
  ['thermomter', 'meteocons-thermometer*'],
  ['hurricaine', 'meteocons-hurricane'],
  ['downlod', 'line-md-download*'],
  ['facebok', 'line-md-facebook'],
  ['telegrm', 'line-md-telegram'],
  ['spiner', ...SPINNERS],
  ['setings', 'line-md-cog*', 'line-md-*-settings*'],

  // Several words, names and parts of names.
  ['arrow left', 'line-md-arrow-left*'],
  ['left arrow', 'line-md-arrow-left*'],
  ['add user', 'line-md-account-add', 'line-md-person-add*'],
  ['delete user', 'line-md-account-delete', 'line-md-account-remove', 'line-md-person-remove*'],
  ['upload file', 'line-md-file-upload*'],
  ['new folder', 'line-md-folder-plus*'],
  ['missed call', 'line-md-phone*'],
  ['incoming call', 'line-md-phone-incoming*'],
  ['cloud upload', 'line-md-cloud-alt-upload*', 'line-md-cloud-up*', 'meteocons-cloud-up'],
  ['three dots loading', 'eos-icons-three-dots-loading', 'svg-spinners-3-dots-*'],
  ['bouncing ball', 'svg-spinners-bouncing-ball'],
  ['spinning ring', 'svg-spinners-*ring*'],
  ['hazard lights', 'line-md-hazard-lights*'],
  ['u turn', 'line-md-u-turn-*'],
  ['handbrake', 'line-md-brake*'],
  ['buy me a coffee', 'line-md-buy-me-a-coffee*'],
  ['emoji wink', 'line-md-emoji-smile-wink*'],
  ['twitter', 'line-md-twitter*'],
  ['github', 'line-md-github*'],
  ['align right', 'line-md-align-right', 'line-md-arrow-align-right'],
  ['partly-cloudy-day-rain', 'meteocons-partly-cloudy-day-rain'],
  ['uv index 5', 'meteocons-uv-index-5'],
  ['loading-twotone-loop', 'line-md-loading-twotone-loop'],
]

const CHINESE: readonly (readonly [query: string, ...expect: string[]])[] = [
  ['加载', ...SPINNERS],
  ['加载中', ...SPINNERS],
  ['删除', 'line-md-trash', 'line-md-*-delete*', 'line-md-remove'],
  ['垃圾桶', 'line-md-trash'],
  ['回收站', 'line-md-trash'],
  ['设置', 'line-md-cog*', 'line-md-*-settings*'],
  ['齿轮', 'line-md-cog*', 'eos-icons-rotating-gear'],
  ['下雨', ...RAIN, 'meteocons-*-rain'],
  ['雨', ...RAIN, 'meteocons-*-rain'],
  ['雷雨', 'meteocons-thunderstorms*'],
  ['闪电', 'meteocons-lightning-*'],
  ['下雪', 'meteocons-snow*', 'meteocons-*-snow'],
  ['多云', 'meteocons-cloudy', 'meteocons-partly-cloudy-*', 'line-md-weather-cloudy-loop'],
  ['晴天', ...SUN],
  ['太阳', ...SUN, 'line-md-sun-rising*', 'meteocons-thermometer-sun'],
  ['月亮', 'line-md-moon*', 'meteocons-moon*'],
  ['满月', 'meteocons-moon-full'],
  ['日出', 'meteocons-sunrise', 'line-md-sun-rising*'],
  ['日落', 'meteocons-sunset'],
  ['台风', 'meteocons-hurricane'],
  ['龙卷风', 'meteocons-tornado'],
  ['温度计', 'meteocons-thermometer*'],
  ['湿度', 'meteocons-humidity', 'meteocons-soil-moisture'],
  ['彩虹', 'meteocons-rainbow-clear'],
  ['雨伞', 'meteocons-umbrella*'],
  ['首页', 'line-md-home*'],
  ['搜索', 'line-md-search*', 'line-md-*-search*'],
  ['用户', ...USER, 'line-md-account-*'],
  ['添加用户', 'line-md-account-add', 'line-md-person-add*'],
  ['邮件', ...EMAIL],
  ['电话', 'line-md-phone*'],
  ['手机', 'line-md-cellphone*'],
  ['文件夹', 'line-md-folder*'],
  ['上传文件', 'line-md-file-upload*'],
  ['下载', 'line-md-download*', 'line-md-*-download*'],
  ['日历', 'line-md-calendar*'],
  ['聊天', ...CHAT],
  ['咖啡', 'line-md-coffee*', 'line-md-buy-me-a-coffee*'],
  ['铃铛', 'line-md-bell*'],
  ['警告', 'line-md-alert*', 'line-md-*-alert*', 'meteocons-*alert*'],
  ['向左箭头', 'line-md-arrow-left*', 'line-md-arrow-*-left*'],
  ['定位', 'line-md-my-location*', 'line-md-map-marker*'],
  ['沙漏', 'eos-icons-hourglass'],
  ['点赞', 'line-md-thumbs-up*', 'line-md-heart*'],
  ['静音', 'line-md-volume-*'],
]

const KOREAN: readonly (readonly [query: string, ...expect: string[]])[] = [
  ['로딩', ...SPINNERS],
  ['로딩 중', ...SPINNERS],
  ['삭제', 'line-md-trash', 'line-md-*-delete*', 'line-md-remove'],
  ['휴지통', 'line-md-trash'],
  ['쓰레기통', 'line-md-trash'],
  ['설정', 'line-md-cog*', 'line-md-*-settings*'],
  ['톱니바퀴', 'line-md-cog*', 'eos-icons-rotating-gear'],
  ['비', ...RAIN, 'meteocons-*-rain'],
  ['비가', ...RAIN, 'meteocons-*-rain'],
  ['천둥', 'meteocons-thunderstorms*', 'meteocons-lightning-*'],
  ['번개', 'meteocons-lightning-*', 'meteocons-thunderstorms*'],
  ['눈', 'meteocons-snow*', 'meteocons-*-snow', 'line-md-watch*'],
  ['눈송이', 'meteocons-snowflake'],
  ['구름', 'line-md-cloud*', 'meteocons-cloud*'],
  ['맑음', ...SUN, 'meteocons-clear-night'],
  ['태양', ...SUN, 'line-md-sun-rising*', 'meteocons-thermometer-sun'],
  ['달', 'line-md-moon*', 'meteocons-moon*'],
  ['보름달', 'meteocons-moon-full'],
  ['일출', 'meteocons-sunrise', 'line-md-sun-rising*'],
  ['일몰', 'meteocons-sunset'],
  ['태풍', 'meteocons-hurricane'],
  ['토네이도', 'meteocons-tornado'],
  ['온도계', 'meteocons-thermometer*'],
  ['습도', 'meteocons-humidity', 'meteocons-soil-moisture'],
  ['무지개', 'meteocons-rainbow-clear'],
  ['우산', 'meteocons-umbrella*'],
  ['집', 'line-md-home*'],
  ['검색', 'line-md-search*', 'line-md-*-search*'],
  ['사용자', ...USER, 'line-md-account-*'],
  ['사용자 추가', 'line-md-account-add', 'line-md-person-add*'],
  ['이메일', ...EMAIL],
  ['전화', 'line-md-phone*'],
  ['휴대폰', 'line-md-cellphone*'],
  ['폴더', 'line-md-folder*'],
  ['파일 업로드', 'line-md-file-upload*'],
  ['다운로드', 'line-md-download*', 'line-md-*-download*'],
  ['달력', 'line-md-calendar*'],
  ['채팅', ...CHAT],
  ['커피', 'line-md-coffee*', 'line-md-buy-me-a-coffee*'],
  ['알림', ...ALARM],
  ['경고', 'line-md-alert*', 'line-md-*-alert*', 'meteocons-*alert*'],
  ['왼쪽 화살표', 'line-md-arrow-left*', 'line-md-arrow-*-left*'],
  ['모래시계', 'eos-icons-hourglass'],
  ['좋아요', 'line-md-thumbs-up*', 'line-md-heart*'],
  ['즐겨찾기', 'line-md-star*', 'line-md-heart*'],
]

function inLocale(
  locale: IconSearchCase['locale'],
  rows: readonly (readonly [query: string, ...expect: string[]])[],
): IconSearchCase[] {
  return rows.map(([query, ...expect]) => ({ query, locale, expect }))
}

export const ICON_SEARCH_CASES: readonly IconSearchCase[] = [
  ...inLocale('en', ENGLISH),
  ...inLocale('zh', CHINESE),
  ...inLocale('ko', KOREAN),
]

export const FILTERED_ICON_SEARCH_CASES: readonly FilteredIconSearchCase[] = [
  { query: 'loading', locale: 'en', filters: { set: 'line-md' }, expect: ['line-md-loading-*'] },
  { query: 'loading', locale: 'en', filters: { set: 'eos-icons' }, expect: ['eos-icons-*loading'] },
  { query: 'spinner', locale: 'en', filters: { set: 'svg-spinners' }, expect: ['svg-spinners-*'] },
  { query: 'compass', locale: 'en', filters: { set: 'meteocons' }, expect: ['meteocons-compass'] },
  { query: 'compass', locale: 'en', filters: { set: 'eos-icons' }, expect: ['eos-icons-compass'] },
  { query: 'water', locale: 'en', filters: { set: 'line-md' }, expect: ['line-md-water*'] },
  { query: 'rain', locale: 'en', filters: { style: 'line' }, expect: RAIN },
  { query: 'snow', locale: 'en', filters: { style: 'monochrome' }, expect: ['meteocons-snow*'] },
  { query: 'rain', locale: 'en', filters: { format: 'lottie' }, expect: RAIN },
  { query: 'alert', locale: 'en', filters: { format: 'json' }, expect: ['meteocons-*alert*'] },
  { query: 'moon', locale: 'en', filters: { category: 'weather', set: 'line-md' }, expect: ['line-md-moon*'] },
  {
    query: 'dots',
    locale: 'en',
    filters: { category: 'loading' },
    expect: ['svg-spinners-*-dots-*', 'eos-icons-three-dots-loading'],
  },
  { query: '加载', locale: 'zh', filters: { set: 'svg-spinners' }, expect: ['svg-spinners-*'] },
  { query: '비', locale: 'ko', filters: { style: 'flat' }, expect: RAIN },
  { query: '', locale: 'en', filters: { set: 'eos-icons' }, expect: ['eos-icons-*'] },
]

/** Nothing may match these: the answer has `total` 0. */
export const UNFINDABLE_QUERIES: readonly string[] = [
  'xqzvkwj',
  'qqqqwwww',
  'hgfdsapoi',
  'zzyxkrp 83719',
  '!!!',
  '…',
  '쀍뛟쳟',
  '龘靐齉',
]

/** Together with a filter nothing may match, although each alone does. */
export const UNFINDABLE_FILTERED: readonly Pick<FilteredIconSearchCase, 'query' | 'filters'>[] = [
  { query: 'pizza', filters: { set: 'meteocons' } },
  { query: 'tornado', filters: { set: 'svg-spinners' } },
  { query: 'trash', filters: { format: 'lottie' } },
  { query: 'github', filters: { style: 'fill' } },
]
