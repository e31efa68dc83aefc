// Made by scripts/client-types.ts from the API description, which nobody reads here as a whole.
export interface components {
  schemas: {
    Problem: {
      /** @description Problem type; `about:blank`: the HTTP status describes the problem */
      type: string
      /** @description Short title: the phrase of the status */
      title: string
      /** @description HTTP status */
      status: number
      /**
       * @description What went wrong, for programs
       * @enum {string}
       */
      code:
        | 'invalid_query'
        | 'invalid_locale'
        | 'invalid_limit'
        | 'invalid_path'
        | 'invalid_version'
        | 'invalid_section'
        | 'page_not_found'
        | 'endpoint_not_found'
        | 'invalid_event'
        | 'body_too_large'
        | 'unsupported_media_type'
        | 'range_not_satisfiable'
        | 'rate_limited'
        | 'unavailable'
        | 'internal'
      /** @description What went wrong and how to fix the request */
      detail: string
      /** @description The query parameter that caused the problem */
      param?: string
      /**
       * Format: uri
       * @description Page that explains the codes
       */
      documentation?: string
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
  searchDocs: {
    parameters: {
      query: {
        /** @description Search terms. Their length is counted in Unicode code points after NFKC, with white space trimmed and collapsed. */
        q: string
        /** @description Language to search. Without a match in it the results are English ones. */
        locale?: 'en' | 'zh' | 'ko'
        /** @description Most results to return, in decimal digits. */
        limit?: number
        /** @description Optional members to add, separated by commas: `highlights`, `sections`, `facets`. Other names are ignored, so that clients may ask for later ones. */
        include?: string
        /** @description `1` says that the reader is still typing, so that the search is not counted where searches are. It changes no answer. */
        typing?: string
        /** @description Version of the documentation, by its name. Without it, the default one. Documentation without versions ignores it. */
        version?: string
        /** @description Section of which the results are, as `section` of a result names it. Without it, or empty, results are of all sections. */
        section?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Matches, most relevant first */
      200: {
        headers: {
          /** @description Strong entity tag; send it back in If-None-Match */
          ETag?: string
          /** @description How long the answer may be kept */
          'Cache-Control'?: string
          /** @description Names the request in the log of the service */
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description The normalised search terms */
            query: string
            /**
             * @description Locale that the results come from; `en` when the requested one had no match
             * @enum {string}
             */
            locale: 'en' | 'zh' | 'ko'
            /** @description Number of pages that the results are taken from; never less than the number returned */
            total: number
            /** @description Matches, most relevant first: `limit` or `total`, whichever is less */
            results: ({
              /** @description Page title */
              title: string
              /** @description Page summary; empty when the page has none */
              description: string
              /** @description Top-level section; empty for the home page of the locale */
              section: string
              /**
               * @description Locale of the result
               * @enum {string}
               */
              locale: 'en' | 'zh' | 'ko'
              /** @description Version of the page; absent where it belongs to every version */
              version?: string
              /**
               * Format: uri
               * @description Page address for people
               */
              url: string
              /**
               * Format: uri
               * @description Address of the page content as Markdown
               */
              markdownUrl: string
              /** @description Relevance; higher is more relevant; comparable only within one response */
              score: number
              /** @description Fragment of the heading that the best match is under; only with `include=highlights` */
              anchor?: string
              /** @description Where the words matched; only with `include=highlights` */
              highlights?: {
                /** @description Matches in the title, as [start, end) in UTF-16 code units */
                title: [number, number][]
                /** @description Text around the best match in the page */
                extract: string
                /** @description Matches in the extract, as [start, end) in UTF-16 code units */
                ranges: [number, number][]
              } & {
                [key: string]: unknown
              }
              /** @description Sections of the page that match, best first; only with `include=sections` */
              sections?: ({
                /** @description Headings that lead to the section, its own last; empty for the top of the page */
                headings: string[]
                /** @description Fragment of its heading; empty for the top of the page */
                anchor: string
                /**
                 * Format: uri
                 * @description Address of the section for people
                 */
                url: string
                /** @description Whole sentences around the best match, of at most 300 characters */
                snippet: string
                /** @description Matches in the snippet, as [start, end) in UTF-16 code units */
                ranges: [number, number][]
              } & {
                [key: string]: unknown
              })[]
            } & {
              [key: string]: unknown
            })[]
            /** @description Number of matching pages by section; only with `include=facets` */
            facets?: {
              /** @description Sections with matches, most first, whichever section the results are of */
              section: ({
                /** @description What the parameter `section` takes */
                value: string
                /** @description Title of the section for readers */
                name: string
                /** @description `total` of the query in this section */
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
      /** @description Bad Request. `code` is `invalid_query` or `invalid_locale` or `invalid_limit` or `invalid_version` or `invalid_section`. */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @enum {unknown} */
            code?: 'invalid_query' | 'invalid_locale' | 'invalid_limit' | 'invalid_version' | 'invalid_section'
          }
        }
      }
      /** @description Internal Server Error. `code` is `internal`. */
      500: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @enum {unknown} */
            code?: 'internal'
          }
        }
      }
      /** @description Service Unavailable. `code` is `unavailable`. */
      503: {
        headers: {
          /** @description Seconds to wait before the request is repeated */
          'Retry-After'?: string
          [name: string]: unknown
        }
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @enum {unknown} */
            code?: 'unavailable'
          }
        }
      }
    }
  }
  getDocPage: {
    parameters: {
      query: {
        /** @description Site path `/<locale>/<section>/…`, a path without locale (served in English), or a full address of this site. */
        path: string
        /** @description Version in which to give the page, by its name. Without it, that of the path. Documentation without versions ignores it. */
        version?: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The page */
      200: {
        headers: {
          /** @description Locale that the page was served in */
          'Content-Language'?: string
          /** @description Strong entity tag; send it back in If-None-Match */
          ETag?: string
          /** @description How long the answer may be kept */
          'Cache-Control'?: string
          /** @description Names the request in the log of the service */
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description Page title */
            title: string
            /** @description Page summary */
            description: string | null
            /**
             * @description Locale that the page was served in
             * @enum {string}
             */
            locale: 'en' | 'zh' | 'ko'
            /** @description Version of the page; absent where it belongs to every version */
            version?: string
            /**
             * Format: uri
             * @description Page address
             */
            url: string
            /**
             * Format: uri
             * @description Markdown address
             */
            markdownUrl: string
            /** @description When the content last changed, if known (RFC 3339) */
            updatedAt: string | null
            /** @description Full page content as Markdown; MDX components appear as JSX tags */
            markdown: string
          } & {
            [key: string]: unknown
          }
        }
      }
      /** @description Bad Request. `code` is `invalid_path` or `invalid_version`. */
      400: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @enum {unknown} */
            code?: 'invalid_path' | 'invalid_version'
          }
        }
      }
      /** @description Not Found. `code` is `page_not_found`. */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @enum {unknown} */
            code?: 'page_not_found'
          }
        }
      }
      /** @description Internal Server Error. `code` is `internal`. */
      500: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @enum {unknown} */
            code?: 'internal'
          }
        }
      }
      /** @description Service Unavailable. `code` is `unavailable`. */
      503: {
        headers: {
          /** @description Seconds to wait before the request is repeated */
          'Retry-After'?: string
          [name: string]: unknown
        }
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @enum {unknown} */
            code?: 'unavailable'
          }
        }
      }
    }
  }
  getLlmsTxt: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The index */
      200: {
        headers: {
          /** @description Strong entity tag; send it back in If-None-Match */
          ETag?: string
          /** @description How long the answer may be kept */
          'Cache-Control'?: string
          /** @description Names the request in the log of the service */
          'X-Request-Id'?: string
          [name: string]: unknown
        }
        content: {
          'text/plain': string
        }
      }
      /** @description Internal Server Error. `code` is `internal`. */
      500: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @enum {unknown} */
            code?: 'internal'
          }
        }
      }
      /** @description Service Unavailable. `code` is `unavailable`. */
      503: {
        headers: {
          /** @description Seconds to wait before the request is repeated */
          'Retry-After'?: string
          [name: string]: unknown
        }
        content: {
          'application/problem+json': components['schemas']['Problem'] & {
            /** @enum {unknown} */
            code?: 'unavailable'
          }
        }
      }
    }
  }
}
