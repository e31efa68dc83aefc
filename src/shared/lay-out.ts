/** V8 begins to remember what a place in the code meets after some dozens of times. */
const READS = 256

/**
 * Has V8 keep the properties of an object that is used for each request where compiled code finds them. A literal with a
 * getter, and what a native addon makes, are tables that are searched at each use, for 10 to 25 ns; V8 lays out anew
 * what it sees to be the prototype of something that is read.
 *
 * @returns the object itself
 */
export function layOut<T extends object>(object: T): T {
  const heir = Object.create(object) as object
  for (let read = 0; read < READS; read++) void heir.constructor
  return object
}
