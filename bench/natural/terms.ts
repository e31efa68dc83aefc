/** Terms that people who write Chinese or Korean often write in English. */
const TERMS: readonly (readonly [english: string, chinese: string, korean: string])[] = [
  ['component', '组件', '컴포넌트'],
  ['props', '属性', '프로퍼티'],
  ['state', '状态', '상태'],
  ['effect', '副作用', '이펙트'],
  ['hook', '钩子', '훅'],
  ['router', '路由', '라우터'],
  ['routing', '路由', '라우팅'],
  ['template', '模板', '템플릿'],
  ['middleware', '中间件', '미들웨어'],
  ['plugin', '插件', '플러그인'],
  ['server', '服务器', '서버'],
  ['client', '客户端', '클라이언트'],
  ['build', '构建', '빌드'],
  ['deploy', '部署', '배포'],
  ['render', '渲染', '렌더링'],
  ['event', '事件', '이벤트'],
  ['callback', '回调', '콜백'],
  ['cache', '缓存', '캐시'],
  ['dependency', '依赖', '의존성'],
  ['request', '请求', '요청'],
  ['response', '响应', '응답'],
  ['query parameter', '查询参数', '쿼리 매개변수'],
  ['validation', '验证', '검증'],
  ['database', '数据库', '데이터베이스'],
  ['authentication', '身份验证', '인증'],
  ['token', '令牌', '토큰'],
  ['header', '请求头', '헤더'],
  ['cookie', '饼干', '쿠키'],
  ['form', '表单', '폼'],
  ['input', '输入', '입력'],
  ['style', '样式', '스타일'],
  ['transition', '过渡', '트랜지션'],
  ['animation', '动画', '애니메이션'],
  ['slot', '插槽', '슬롯'],
  ['watcher', '侦听器', '감시자'],
  ['computed', '计算属性', '계산된 속성'],
  ['reactivity', '响应式', '반응성'],
  ['lifecycle', '生命周期', '생명주기'],
  ['config', '配置', '구성'],
  ['module', '模块', '모듈'],
  ['import', '导入', '가져오기'],
  ['environment variable', '环境变量', '환경 변수'],
  ['type', '类型', '타입'],
  ['error', '错误', '오류'],
  ['debug', '调试', '디버깅'],
  ['test', '测试', '테스트'],
  ['collection', '集合', '컬렉션'],
  ['image', '图像', '이미지'],
  ['layout', '布局', '레이아웃'],
  ['list', '列表', '목록'],
  ['key', '键', '키'],
  ['context', '上下文', '컨텍스트'],
  ['performance', '性能', '성능'],
  ['upload', '上传', '업로드'],
  ['default value', '默认值', '기본값'],
  ['static', '静态', '정적'],
  ['async', '异步', '비동기'],
  ['hot reload', '热更新', '핫 리로드'],
  ['SSR', '服务端渲染', '서버 사이드 렌더링'],
  ['i18n', '国际化', '국제화'],
]

const LONGEST_FIRST = [...TERMS].sort((a, b) => b[1].length - a[1].length)

/** The text with the English term in place of the first translation that it has; null without one, or with the term already. */
export function withEnglishTerm(text: string, locale: 'zh' | 'ko'): string | null {
  for (const [english, chinese, korean] of LONGEST_FIRST) {
    const own = locale === 'zh' ? chinese : korean
    if (!text.includes(own) || text.toLowerCase().includes(english.toLowerCase())) continue
    return text.replace(own, locale === 'zh' ? ` ${english} ` : english).trim()
  }
  return null
}
