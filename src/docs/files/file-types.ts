interface FileType {
  readonly mediaType: string
  /** Whether a page may show it as an image. */
  readonly image: boolean
  /** Whether a browser is told to save it, since it shows nothing of it. */
  readonly saved: boolean
}

const image = (mediaType: string): FileType => ({ mediaType, image: true, saved: false })
const shown = (mediaType: string): FileType => ({ mediaType, image: false, saved: false })
const saved = (mediaType: string): FileType => ({ mediaType, image: false, saved: true })

/**
 * Types of files that are served beside pages, by the extension of their names. Nothing here runs in a browser: HTML,
 * scripts and XML are not served, and SVG is written anew.
 */
const FILE_TYPES: Readonly<Record<string, FileType | undefined>> = {
  png: image('image/png'),
  apng: image('image/apng'),
  jpg: image('image/jpeg'),
  jpeg: image('image/jpeg'),
  gif: image('image/gif'),
  webp: image('image/webp'),
  avif: image('image/avif'),
  svg: image('image/svg+xml'),
  ico: image('image/x-icon'),
  bmp: image('image/bmp'),
  pdf: shown('application/pdf'),
  txt: shown('text/plain; charset=utf-8'),
  csv: shown('text/csv; charset=utf-8'),
  json: shown('application/json'),
  yaml: shown('text/plain; charset=utf-8'),
  yml: shown('text/plain; charset=utf-8'),
  mp4: shown('video/mp4'),
  m4v: shown('video/mp4'),
  mov: shown('video/quicktime'),
  webm: shown('video/webm'),
  ogv: shown('video/ogg'),
  mp3: shown('audio/mpeg'),
  m4a: shown('audio/mp4'),
  ogg: shown('audio/ogg'),
  oga: shown('audio/ogg'),
  opus: shown('audio/ogg'),
  wav: shown('audio/wav'),
  flac: shown('audio/flac'),
  vtt: shown('text/vtt; charset=utf-8'),
  zip: saved('application/zip'),
  gz: saved('application/gzip'),
  tgz: saved('application/gzip'),
  docx: saved('application/vnd.openxmlformats-officedocument.wordprocessingml.document'),
  xlsx: saved('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  pptx: saved('application/vnd.openxmlformats-officedocument.presentationml.presentation'),
  ...Object.fromEntries(
    '7z bin bz2 doc dxf hex odp ods odt ppt rar rtf step stl stp tar xls xz'
      .split(' ')
      .map((extension) => [extension, saved('application/octet-stream')]),
  ),
}

/** Type of a file by its name; null: no such file is served. */
export function fileType(name: string): FileType | null {
  const extension = /\.([A-Za-z\d]{1,8})$/.exec(name)?.[1]?.toLowerCase()
  return extension !== undefined && Object.hasOwn(FILE_TYPES, extension) ? (FILE_TYPES[extension] ?? null) : null
}
