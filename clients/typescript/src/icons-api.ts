// Made by scripts/client-types.ts from the API description, which nobody reads here as a whole.
export interface components {
  schemas: {
    Error: {
      error: {
        /**
         * @description What went wrong, for programs
         * @enum {string}
         */
        code:
          | 'invalid_query'
          | 'invalid_limit'
          | 'invalid_offset'
          | 'invalid_filter'
          | 'invalid_rendition'
          | 'icon_not_found'
          | 'endpoint_not_found'
          | 'method_not_allowed'
          | 'rate_limited'
          | 'invalid_token'
          | 'unavailable'
          | 'internal'
        /** @description What went wrong and how to fix the request */
        message: string
      } & {
        [key: string]: unknown
      }
    } & {
      [key: string]: unknown
    }
  }
  responses: never
  parameters: never
  requestBodies: never
  headers: never
  pathItems: never
}
export interface operations {
  searchIcons: {
    parameters: {
      query?: {
        /** @description What to look for, in English, Chinese or Korean. Absent or empty: all icons in a stable order. Its length is counted in Unicode code points after NFKC, with white space trimmed and collapsed. */
        q?: string
        /** @description Most results to return, in decimal digits. */
        limit?: number
        /** @description Results to leave out from the beginning, in decimal digits. */
        offset?: number
        /** @description Only icons of this category; `/api/v1/categories` lists them. */
        category?: string
        /** @description Only records of this style. */
        style?: string
        /** @description Only icons of this set; `/api/v1/sets` lists them. */
        set?: string
        /** @description Only records that come in this format: svg, json, lottie, png. */
        format?: string
        /** @description `facets` adds the number of matches by the values of each filter. Other names are ignored. */
        include?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Matches */
      200: {
        headers: {
          /** @description Strong entity tag; send it back in If-None-Match */
          ETag?: string
          /** @description How long the answer may be kept */
          'Cache-Control'?: string
          /** @description Requests left, and seconds until the window has passed */
          RateLimit?: string
          /** @description The limit that holds for this client */
          'RateLimit-Policy'?: string
          /** @description Names the request in the log of the service */
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description The normalised query; empty when browsing */
            query: string
            /** @description Icons that match, exactly */
            total: number
            limit: number
            offset: number
            /** @description Most relevant first; of each icon its best style, the others under `variants` */
            results: ({
              /** @description Never changes for the same source icon */
              id: string
              /** @description Name within its set */
              name: string
              /** @description Name for people */
              title: string
              set: string
              category: string
              /** @description Empty in a set without styles */
              style: string
              /** @description Words that find it, in several languages */
              tags: string[]
              /** @description Other names of it */
              aliases: string[]
              /** @description Of the view box, in its own units */
              width: number
              /** @description Of the view box, in its own units */
              height: number
              /** @description Frames a second; null for SVG animation */
              frameRate: number | null
              /** @description Of one run, in milliseconds, where it is known */
              durationMs: number | null
              loop: boolean
              formats: {
                /** @enum {string} */
                ext: 'svg' | 'json' | 'lottie' | 'png'
                mediaType: string
                /**
                 * Format: uri
                 * @description Its content never changes
                 */
                url: string
                bytes: number
                /** @description Of the uncompressed file, in hex */
                sha256: string
              }[]
              /** @description Ids of the same icon in other styles */
              variants: string[]
              license: {
                /** @description SPDX identifier */
                spdx: string
                /**
                 * Format: uri
                 * @description Text of the licence
                 */
                url: string
              }
              author: {
                name: string
                /** Format: uri */
                url: string
              }
              source: {
                package: string
                version: string
              }
              /** @description Relevance; comparable within one response */
              score: number
            } & {
              [key: string]: unknown
            })[]
            /** @description Icons that are nearest in sense to the query, six at most, only where none matches and some are near */
            nearest?: ({
              /** @description Never changes for the same source icon */
              id: string
              /** @description Name within its set */
              name: string
              /** @description Name for people */
              title: string
              set: string
              category: string
              /** @description Empty in a set without styles */
              style: string
              /** @description Words that find it, in several languages */
              tags: string[]
              /** @description Other names of it */
              aliases: string[]
              /** @description Of the view box, in its own units */
              width: number
              /** @description Of the view box, in its own units */
              height: number
              /** @description Frames a second; null for SVG animation */
              frameRate: number | null
              /** @description Of one run, in milliseconds, where it is known */
              durationMs: number | null
              loop: boolean
              formats: {
                /** @enum {string} */
                ext: 'svg' | 'json' | 'lottie' | 'png'
                mediaType: string
                /**
                 * Format: uri
                 * @description Its content never changes
                 */
                url: string
                bytes: number
                /** @description Of the uncompressed file, in hex */
                sha256: string
              }[]
              /** @description Ids of the same icon in other styles */
              variants: string[]
              license: {
                /** @description SPDX identifier */
                spdx: string
                /**
                 * Format: uri
                 * @description Text of the licence
                 */
                url: string
              }
              author: {
                name: string
                /** Format: uri */
                url: string
              }
              source: {
                package: string
                version: string
              }
            } & {
              [key: string]: unknown
            })[]
            /** @description Number of matches by the values of each filter, only with `include=facets`. The filter itself does not count: each number is the `total` of the query with that value. */
            facets?: {
              category: ({
                value: string
                count: number
              } & {
                [key: string]: unknown
              })[]
              style: ({
                value: string
                count: number
              } & {
                [key: string]: unknown
              })[]
              set: ({
                value: string
                count: number
              } & {
                [key: string]: unknown
              })[]
              format: ({
                value: string
                count: number
              } & {
                [key: string]: unknown
              })[]
            } & {
              [key: string]: unknown
            }
          } & {
            [key: string]: unknown
          }
        }
      }
      /** @description Bad Request. `error.code` is `invalid_query` or `invalid_limit` or `invalid_offset` or `invalid_filter`. */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error'] & {
            error?: {
              /** @enum {unknown} */
              code?: 'invalid_query' | 'invalid_limit' | 'invalid_offset' | 'invalid_filter'
            }
          }
        }
      }
      /** @description Unauthorized. `error.code` is `invalid_token`. */
      401: {
        headers: {
          /** @description What is wrong with the token, and where tokens come from */
          'WWW-Authenticate'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error'] & {
            error?: {
              /** @enum {unknown} */
              code?: 'invalid_token'
            }
          }
        }
      }
      /** @description Too Many Requests. `error.code` is `rate_limited`. */
      429: {
        headers: {
          /** @description Seconds to wait before the request is repeated */
          'Retry-After'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error'] & {
            error?: {
              /** @enum {unknown} */
              code?: 'rate_limited'
            }
          }
        }
      }
      /** @description Internal Server Error. `error.code` is `internal`. */
      500: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error'] & {
            error?: {
              /** @enum {unknown} */
              code?: 'internal'
            }
          }
        }
      }
      /** @description Service Unavailable. `error.code` is `unavailable`. */
      503: {
        headers: {
          /** @description Seconds to wait before the request is repeated */
          'Retry-After'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error'] & {
            error?: {
              /** @enum {unknown} */
              code?: 'unavailable'
            }
          }
        }
      }
    }
  }
  getIcon: {
    parameters: {
      query?: never
      header?: never
      path: {
        /** @description Id of the record, as search results give it */
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The record */
      200: {
        headers: {
          /** @description Strong entity tag; send it back in If-None-Match */
          ETag?: string
          /** @description How long the answer may be kept */
          'Cache-Control'?: string
          /** @description Requests left, and seconds until the window has passed */
          RateLimit?: string
          /** @description The limit that holds for this client */
          'RateLimit-Policy'?: string
          /** @description Names the request in the log of the service */
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description Never changes for the same source icon */
            id: string
            /** @description Name within its set */
            name: string
            /** @description Name for people */
            title: string
            set: string
            category: string
            /** @description Empty in a set without styles */
            style: string
            /** @description Words that find it, in several languages */
            tags: string[]
            /** @description Other names of it */
            aliases: string[]
            /** @description Of the view box, in its own units */
            width: number
            /** @description Of the view box, in its own units */
            height: number
            /** @description Frames a second; null for SVG animation */
            frameRate: number | null
            /** @description Of one run, in milliseconds, where it is known */
            durationMs: number | null
            loop: boolean
            formats: {
              /** @enum {string} */
              ext: 'svg' | 'json' | 'lottie' | 'png'
              mediaType: string
              /**
               * Format: uri
               * @description Its content never changes
               */
              url: string
              bytes: number
              /** @description Of the uncompressed file, in hex */
              sha256: string
            }[]
            /** @description Ids of the same icon in other styles */
            variants: string[]
            license: {
              /** @description SPDX identifier */
              spdx: string
              /**
               * Format: uri
               * @description Text of the licence
               */
              url: string
            }
            author: {
              name: string
              /** Format: uri */
              url: string
            }
            source: {
              package: string
              version: string
            }
          } & {
            [key: string]: unknown
          }
        }
      }
      /** @description Unauthorized. `error.code` is `invalid_token`. */
      401: {
        headers: {
          /** @description What is wrong with the token, and where tokens come from */
          'WWW-Authenticate'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error'] & {
            error?: {
              /** @enum {unknown} */
              code?: 'invalid_token'
            }
          }
        }
      }
      /** @description Not Found. `error.code` is `icon_not_found`. */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error'] & {
            error?: {
              /** @enum {unknown} */
              code?: 'icon_not_found'
            }
          }
        }
      }
      /** @description Too Many Requests. `error.code` is `rate_limited`. */
      429: {
        headers: {
          /** @description Seconds to wait before the request is repeated */
          'Retry-After'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error'] & {
            error?: {
              /** @enum {unknown} */
              code?: 'rate_limited'
            }
          }
        }
      }
      /** @description Internal Server Error. `error.code` is `internal`. */
      500: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error'] & {
            error?: {
              /** @enum {unknown} */
              code?: 'internal'
            }
          }
        }
      }
      /** @description Service Unavailable. `error.code` is `unavailable`. */
      503: {
        headers: {
          /** @description Seconds to wait before the request is repeated */
          'Retry-After'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error'] & {
            error?: {
              /** @enum {unknown} */
              code?: 'unavailable'
            }
          }
        }
      }
    }
  }
  listCategories: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description All categories */
      200: {
        headers: {
          /** @description Strong entity tag; send it back in If-None-Match */
          ETag?: string
          /** @description How long the answer may be kept */
          'Cache-Control'?: string
          /** @description Requests left, and seconds until the window has passed */
          RateLimit?: string
          /** @description The limit that holds for this client */
          'RateLimit-Policy'?: string
          /** @description Names the request in the log of the service */
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': {
            categories: {
              id: string
              title: string
              icons: number
            }[]
          } & {
            [key: string]: unknown
          }
        }
      }
      /** @description Unauthorized. `error.code` is `invalid_token`. */
      401: {
        headers: {
          /** @description What is wrong with the token, and where tokens come from */
          'WWW-Authenticate'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error'] & {
            error?: {
              /** @enum {unknown} */
              code?: 'invalid_token'
            }
          }
        }
      }
      /** @description Too Many Requests. `error.code` is `rate_limited`. */
      429: {
        headers: {
          /** @description Seconds to wait before the request is repeated */
          'Retry-After'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error'] & {
            error?: {
              /** @enum {unknown} */
              code?: 'rate_limited'
            }
          }
        }
      }
      /** @description Internal Server Error. `error.code` is `internal`. */
      500: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error'] & {
            error?: {
              /** @enum {unknown} */
              code?: 'internal'
            }
          }
        }
      }
      /** @description Service Unavailable. `error.code` is `unavailable`. */
      503: {
        headers: {
          /** @description Seconds to wait before the request is repeated */
          'Retry-After'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error'] & {
            error?: {
              /** @enum {unknown} */
              code?: 'unavailable'
            }
          }
        }
      }
    }
  }
  listSets: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description All sets */
      200: {
        headers: {
          /** @description Strong entity tag; send it back in If-None-Match */
          ETag?: string
          /** @description How long the answer may be kept */
          'Cache-Control'?: string
          /** @description Requests left, and seconds until the window has passed */
          RateLimit?: string
          /** @description The limit that holds for this client */
          'RateLimit-Policy'?: string
          /** @description Names the request in the log of the service */
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': {
            sets: ({
              id: string
              title: string
              package: string
              version: string
              license: {
                /** @description SPDX identifier */
                spdx: string
                /**
                 * Format: uri
                 * @description Text of the licence
                 */
                url: string
              }
              author: {
                name: string
                /** Format: uri */
                url: string
              }
              /** @description The preferred one first */
              styles: string[]
              icons: number
              records: number
            } & {
              [key: string]: unknown
            })[]
          } & {
            [key: string]: unknown
          }
        }
      }
      /** @description Unauthorized. `error.code` is `invalid_token`. */
      401: {
        headers: {
          /** @description What is wrong with the token, and where tokens come from */
          'WWW-Authenticate'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error'] & {
            error?: {
              /** @enum {unknown} */
              code?: 'invalid_token'
            }
          }
        }
      }
      /** @description Too Many Requests. `error.code` is `rate_limited`. */
      429: {
        headers: {
          /** @description Seconds to wait before the request is repeated */
          'Retry-After'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error'] & {
            error?: {
              /** @enum {unknown} */
              code?: 'rate_limited'
            }
          }
        }
      }
      /** @description Internal Server Error. `error.code` is `internal`. */
      500: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error'] & {
            error?: {
              /** @enum {unknown} */
              code?: 'internal'
            }
          }
        }
      }
      /** @description Service Unavailable. `error.code` is `unavailable`. */
      503: {
        headers: {
          /** @description Seconds to wait before the request is repeated */
          'Retry-After'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error'] & {
            error?: {
              /** @enum {unknown} */
              code?: 'unavailable'
            }
          }
        }
      }
    }
  }
  suggestWords: {
    parameters: {
      query: {
        /** @description What the words to suggest begin with, in any of the languages. */
        prefix: string
        /** @description Most suggestions to return, in decimal digits. */
        limit?: number
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Completions */
      200: {
        headers: {
          /** @description Strong entity tag; send it back in If-None-Match */
          ETag?: string
          /** @description How long the answer may be kept */
          'Cache-Control'?: string
          /** @description Requests left, and seconds until the window has passed */
          RateLimit?: string
          /** @description The limit that holds for this client */
          'RateLimit-Policy'?: string
          /** @description Names the request in the log of the service */
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': {
            prefix: string
            suggestions: {
              text: string
              /** @description Icons that have it */
              icons: number
            }[]
          } & {
            [key: string]: unknown
          }
        }
      }
      /** @description Bad Request. `error.code` is `invalid_query` or `invalid_limit`. */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error'] & {
            error?: {
              /** @enum {unknown} */
              code?: 'invalid_query' | 'invalid_limit'
            }
          }
        }
      }
      /** @description Unauthorized. `error.code` is `invalid_token`. */
      401: {
        headers: {
          /** @description What is wrong with the token, and where tokens come from */
          'WWW-Authenticate'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error'] & {
            error?: {
              /** @enum {unknown} */
              code?: 'invalid_token'
            }
          }
        }
      }
      /** @description Too Many Requests. `error.code` is `rate_limited`. */
      429: {
        headers: {
          /** @description Seconds to wait before the request is repeated */
          'Retry-After'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error'] & {
            error?: {
              /** @enum {unknown} */
              code?: 'rate_limited'
            }
          }
        }
      }
      /** @description Internal Server Error. `error.code` is `internal`. */
      500: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error'] & {
            error?: {
              /** @enum {unknown} */
              code?: 'internal'
            }
          }
        }
      }
      /** @description Service Unavailable. `error.code` is `unavailable`. */
      503: {
        headers: {
          /** @description Seconds to wait before the request is repeated */
          'Retry-After'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Error'] & {
            error?: {
              /** @enum {unknown} */
              code?: 'unavailable'
            }
          }
        }
      }
    }
  }
}
