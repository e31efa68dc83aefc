import type { Test } from 'tap'
import { loadUws } from '../../src/http/uws.ts'

type UwsApp = ReturnType<ReturnType<typeof loadUws>['App']>

/** Starts a bare app on a free port until the test ends. @returns the port */
export async function listenUws(t: Test, app: UwsApp, bind = '127.0.0.1'): Promise<number> {
  t.teardown(() => app.close())
  return new Promise((resolve, reject) => {
    app.listen(bind, 0, (socket) =>
      socket === false ? reject(new Error(`no port on ${bind}`)) : resolve(loadUws().us_socket_local_port(socket)),
    )
  })
}
