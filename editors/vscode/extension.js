// Starts `detto server` and hands it every game text. Plain JavaScript: there is nothing to build.
"use strict";

const { commands, window, workspace } = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

const LANGUAGES = ["detto", "detto-mazzo", "detto-scena"];
let client;

function start() {
  const [command, ...args] = workspace.getConfiguration("detto").get("server.command");
  const server = { command, args, transport: TransportKind.stdio };
  const options = {
    documentSelector: LANGUAGES.map((language) => ({ scheme: "file", language })),
    synchronize: { fileEvents: workspace.createFileSystemWatcher("**/*.{gioco,parole,mazzo,scena}") },
  };
  client = new LanguageClient("detto", "Detto Fatto", server, options);
  return client.start().catch((error) => {
    window.showErrorMessage(
      `Detto Fatto: «${[command, ...args].join(" ")}» does not start. ` +
        "Install it with: pip install 'dettofatto[editor]', or set detto.server.command. " +
        String(error && error.message ? error.message : error),
    );
  });
}

async function stop() {
  const running = client;
  client = undefined;
  if (running) await running.stop().catch(() => undefined);
}

function activate(context) {
  const restart = commands.registerCommand("detto.restart", async () => {
    await stop();
    await start();
  });
  const changed = workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration("detto.server")) commands.executeCommand("detto.restart");
  });
  context.subscriptions.push(restart, changed);
  return start();
}

module.exports = { activate, deactivate: stop };
