#!/usr/bin/env node
// Starts the program of the package for this system, and ends as it does.
const { spawn } = require("node:child_process")

const name = `dossier-${process.platform}-${process.arch}`
const program = process.platform === "win32" ? "dossier.exe" : "dossier"
let path
try {
  path = require.resolve(`${name}/bin/${program}`)
} catch {
  console.error(`dossier: the package ${name} is not installed; expected Linux, macOS or Windows on x64 or arm64, and npm without --omit=optional`)
  process.exit(1)
}
const child = spawn(path, process.argv.slice(2), { stdio: "inherit", windowsHide: true })
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal))
child.on("error", (error) => {
  console.error(`dossier: start ${path}: ${error.message}`)
  process.exit(1)
})
child.on("exit", (status, signal) => {
  if (!signal) process.exit(status)
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
})
