// What `npm start` and process managers run: the program `signpost`, which serves unless its arguments say otherwise.
import './commands/signpost.ts'
