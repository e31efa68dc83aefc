/** What an examination says about one thing. */
export interface Finding {
  readonly subject: string
  readonly state: 'ok' | 'warning' | 'fault'
  readonly says: string
  /** What to do about it. */
  readonly advice?: string
}
