/**
 * Writes a sentence in place of the overlay if the app cannot start.
 * It is a classic script of ES3, because an old browser drops a script with a new word.
 */
(function () {
  var old = [
    "這個瀏覽器版本太舊。請更新 iOS，或 Android System WebView 和 Chrome；也可以用另一支手機開啟。",
    "このブラウザは古すぎます。iOS、または Android System WebView と Chrome を更新するか、別のスマートフォンで開いてください。",
    "This browser is too old. Update iOS, or Android System WebView and Chrome, or open the app on another phone."
  ];
  var blocked = [
    "這個瀏覽器封鎖了本網站的資料。請允許 Cookie 和網站資料，再重新載入。",
    "このブラウザはこのサイトのデータをブロックしています。Cookie とサイトデータを許可して、再読み込みしてください。",
    "This browser blocks the data of this site. Allow cookies and site data, then reload."
  ];
  var broken = [
    "App 沒有啟動。請檢查網路後重新載入；如果還是不行，請關閉這個頁面再重新開啟。",
    "アプリを起動できませんでした。通信状況を確認して再読み込みしてください。それでもだめなら、このページを閉じて開き直してください。",
    "The app didn’t start. Check your connection and reload. If that doesn’t help, close this page and open it again."
  ];
  var languages = ["zh-TW", "ja", "en"];
  var loading = document.getElementById("loading");

  /** Container queries came with iOS 16.0 and Chrome 105, the oldest versions of `vite/browsers.ts`. */
  function isOld() {
    return (
      !("noModule" in document.createElement("script")) ||
      !window.CSS ||
      !CSS.supports("container-type", "inline-size")
    );
  }

  function isBlocked() {
    try {
      return !window.localStorage || !window.sessionStorage || typeof document.cookie !== "string";
    } catch (error) {
      return true;
    }
  }

  function show(sentences) {
    var box = document.createElement("div");
    var button = document.createElement("button");
    var at;
    box.setAttribute("role", "alert");
    for (at = 0; at < sentences.length; at += 1) {
      var line = document.createElement("p");
      line.lang = languages[at];
      line.appendChild(document.createTextNode(sentences[at]));
      box.appendChild(line);
    }
    button.appendChild(document.createTextNode("重新載入 · 再読み込み · Reload"));
    button.onclick = function () {
      location.reload();
    };
    box.appendChild(button);
    while (loading.firstChild) loading.removeChild(loading.firstChild);
    loading.appendChild(box);
  }

  /** The app hides the overlay once it has drawn a page. */
  function say() {
    if (loading.hidden || loading.querySelector("[role=alert]")) return;
    show(isBlocked() ? blocked : broken);
  }

  function onFailure(event) {
    var target = event.target;
    var isScript = target && target.nodeName === "SCRIPT";
    // The app starts without a picture or a style.
    if (target && target.nodeName && !isScript) return;
    // The error may be that of an extension.
    setTimeout(say, isScript ? 0 : 5000);
  }

  if (isOld()) {
    // The app would draw over the sentence, and then fail at a tap.
    window.isTooOld = true;
    return show(old);
  }
  window.addEventListener("error", onFailure, true);
  window.addEventListener("unhandledrejection", onFailure);
})();
