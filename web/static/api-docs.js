// Shows the API's document. A file of its own, since no page has inline script (Content-Security-Policy).
const page = document.getElementById("api");
SwaggerUIBundle({
  url: page.dataset.document,
  domNode: page,
  deepLinking: true,
  validatorUrl: null,
  requestInterceptor: (request) => {
    request.headers["X-CSRFToken"] = page.dataset.csrf;
    return request;
  },
});
